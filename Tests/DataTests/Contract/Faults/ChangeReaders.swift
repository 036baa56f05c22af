import MonikerDomain
import MonikerModel
import Synchronization

@testable import MonikerData

/// The readers of a faulty store's changes; each receives a change before the call that makes it
/// returns.
final class ChangeReaders: Sendable {
  fileprivate struct Reader {
    let continuation: SessionChanges.Continuation
    var count = 0
  }

  private struct Content {
    var known: SessionSnapshot
    var readers: [Int: Reader] = [:]
    var nextNumber = 0
  }

  private let content: Mutex<Content>

  init(_ snapshot: SessionSnapshot = SessionSnapshot(active: nil)) {
    content = Mutex(Content(known: snapshot))
  }

  func tell(_ snapshot: SessionSnapshot, _ fault: Fault) {
    content.withLock { content in
      for number in content.readers.keys {
        content.readers[number]?.tell(snapshot, content.known, fault)
      }
      content.known = snapshot
    }
  }

  func add(_ continuation: SessionChanges.Continuation, _ fault: Fault) {
    content.withLock { content in
      let number = content.nextNumber
      content.nextNumber += 1
      var reader = Reader(continuation: continuation)
      reader.tell(content.known, nil, fault)
      content.readers[number] = reader
      continuation.onTermination { [weak self] in
        self?.remove(number, andAllOthers: fault.defect == .endsAllReaders)
      }
    }
  }

  private func remove(_ number: Int, andAllOthers: Bool) {
    content.withLock { content in
      if andAllOthers { content.readers = [:] } else { content.readers[number] = nil }
    }
  }
}

extension ChangeReaders.Reader {
  mutating func tell(
    _ snapshot: SessionSnapshot,
    _ known: SessionSnapshot?,
    _ fault: Fault
  ) {
    let element = Fault.Element(
      known: known,
      snapshot: snapshot,
      place: count + 1,
      isTold: known.map { $0.active != snapshot.active } ?? true
    )
    guard fault.applied(to: element, before: StoreState()).isTold else { return }
    count += 1
    continuation.yield(snapshot)
  }
}
