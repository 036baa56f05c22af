import MonikerContract
import MonikerDomain
import MonikerModel

@testable import MonikerData

/// One deliberate fault of a store.
struct Fault: Sendable, CustomStringConvertible {
  /// A fault in how a store keeps its content, or publishes changes.
  enum Defect: Equatable {
    case none
    /// Two concurrent changes start from the same content.
    case losesUpdates
    /// The content is lost with the object.
    case forgetsOnReopen
    /// A change is written only with the next change.
    case writesLate
    /// The contents are read when the first record is read, not when they are requested.
    case readsOn
    /// Only readers of the changed object receive a change.
    case tellsOwnReadersOnly
    /// No change is noticed.
    case noticesNothing
    /// No reader receives changes after one reader has left.
    case endsAllReaders
    /// The store cannot do this, and says so.
    case lacks(Set<StoreCapability>)
  }

  /// The description of the fault, after "a store that".
  let name: String

  /// The laws that the fault breaks, at least one.
  let laws: [String]

  let defect: Defect
  private var changes: [any Sendable] = []

  /// Describes a fault in how the store keeps its content.
  init(_ name: String, _ defect: Defect, breaks laws: String...) {
    self.name = name
    self.laws = laws
    self.defect = defect
  }

  /// Describes a fault by its change of the values of one type; see ``applied(to:before:)``.
  ///
  /// - Parameter change: receives the value and the content of the store before the call.
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

  /// Adds the same fault for another type of value.
  func and<Value>(_ change: @escaping Change<Value>.Body) -> Fault {
    var both = self
    both.changes.append(Change(body: change))
    return both
  }

  var description: String { name }

  static var all: [Fault] {
    login + profiles + sessions + devices + intentions + credentials + repeatedSecrets + approvals
      + suspension
      + restingNicknames + stores
      + places
  }

  static func named(_ name: String) -> Fault? { all.first { $0.name == name } }

  /// Whether the store cannot do this.
  func lacks(_ capability: StoreCapability) -> Bool {
    guard case .lacks(let capabilities) = defect else { return false }
    return capabilities.contains(capability)
  }

  /// The control: no fault.
  static let none = Fault("has no fault", .none)

  /// Returns a value as the fault changes it.
  ///
  /// - Parameters:
  ///   - value: a value that goes into the store or comes out of it: an argument, a result, a
  ///     refusal, the sum of result and refusal, the state after a change.
  ///   - before: the content of the store before the call.
  func applied<Value>(to value: Value, before: StoreState) -> Value {
    var value = value
    for case let change as Change<Value> in changes { change.body(&value, before) }
    return value
  }

  /// The change of the values of one type.
  struct Change<Value>: Sendable {
    typealias Body = @Sendable (inout Value, StoreState) -> Void

    let body: Body
  }
}

/// Values of a fault that are not values of a port.
extension Fault {
  /// The content of a store when it is opened.
  struct Opened { var state: StoreState }

  /// The content of a store after a refused change.
  struct Refused { var state: StoreState }

  /// The content of a store after a merge.
  struct Merged {
    var state: StoreState
    let records: [StoreRecord]
  }

  /// The content of a store after a token was confirmed, or was not.
  struct Confirmed {
    var state: StoreState
    let token: SecretDigest
  }

  /// What a reader of the changes watches.
  struct Watched { var subject: SessionSubject }

  /// An element of the changes.
  struct Element {
    /// The last state that the readers received; nil for the first element of a reader.
    let known: SessionSnapshot?
    let snapshot: SessionSnapshot
    /// The number of the element for its reader, from 1 on.
    let place: Int
    var isTold: Bool
  }
}
