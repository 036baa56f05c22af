import MonikerDomain

@testable import MonikerData

/// One thing that a store does wrong.
struct Fault: Sendable, CustomStringConvertible {
  /// A fault in how a store keeps what it holds, or tells of it.
  enum Defect {
    case none
    /// Two changes at once start from the same content.
    case losesUpdates
    /// What it holds goes with the object.
    case forgetsOnReopen
    /// It keeps a change from the disk until the next one.
    case writesLate
    /// It reads what it holds when the contents are read, not when they are asked for.
    case readsOn
    /// It tells the readers of the object that was changed alone.
    case tellsOwnReadersOnly
    /// It tells nobody any more once one reader has left.
    case endsAllReaders
  }

  /// What the store does, after "a store that".
  let name: String

  /// The laws that the fault breaks, one at least.
  let laws: [String]

  let defect: Defect
  private var changes: [any Sendable] = []

  /// Describes a fault in how the store is kept.
  init(_ name: String, _ defect: Defect, breaks laws: String...) {
    self.name = name
    self.laws = laws
    self.defect = defect
  }

  /// Describes a fault by what it makes of one type of value; see ``applied(to:before:)``.
  ///
  /// - Parameter change: is handed the value and what the store held before the call.
  init<Value>(
    _ name: String,
    breaks laws: String...,
    change: @escaping Change<Value>.Body
  ) {
    self.name = name
    self.laws = laws
    defect = .none
    changes = [Change(body: change)]
  }

  /// The same fault in another type of value, too.
  func and<Value>(_ change: @escaping Change<Value>.Body) -> Fault {
    var both = self
    both.changes.append(Change(body: change))
    return both
  }

  var description: String { name }

  static var all: [Fault] { login + sessions + stores + places }

  static func named(_ name: String) -> Fault? { all.first { $0.name == name } }

  /// The control: no fault.
  static let none = Fault("has no fault", .none)

  /// A value as the fault makes it.
  ///
  /// - Parameters:
  ///   - value: something that goes into the store or comes out of it: an argument, an answer, a refusal,
  ///     the result that is one of both, the state after a change.
  ///   - before: what the store held before the call.
  func applied<Value>(to value: Value, before: StoreState) -> Value {
    var value = value
    for case let change as Change<Value> in changes { change.body(&value, before) }
    return value
  }

  /// What becomes of one type of value.
  struct Change<Value>: Sendable {
    typealias Body = @Sendable (inout Value, StoreState) -> Void

    let body: Body
  }
}

/// The values of a fault that are no values of a port.
extension Fault {
  /// What a store holds when it is opened.
  struct Opened { var state: StoreState }

  /// What a store holds after a change that was refused.
  struct Refused { var state: StoreState }

  /// What a store holds after records were merged into it.
  struct Merged {
    var state: StoreState
    let records: [StoreRecord]
  }

  /// An element of the changes.
  struct Element {
    /// What the readers know; nil for the first element of a reader.
    let known: SessionSnapshot?
    let snapshot: SessionSnapshot
    /// Its place among the elements of its reader, from 1 on.
    let place: Int
    var isTold: Bool
  }
}
