import MonikerDomain
import MonikerModel
import Synchronization

@testable import MonikerData

/// The readers of a faulty store's changes; each receives a change before the call that makes it
/// returns.
final class ChangeReaders: Sendable {
  fileprivate struct Reader {
    let continuation: SessionChanges.Continuation
    let subject: SessionSubject
    let device: DeviceID
    var count = 0
  }

  private struct Content {
    var known: StoreState
    var readers: [Int: Reader] = [:]
    var notices: [AsyncStream<Void>.Continuation] = []
    var nextNumber = 0
  }

  private let content: Mutex<Content>

  init(_ state: StoreState = StoreState()) {
    content = Mutex(Content(known: state))
  }

  func tell(_ state: StoreState, _ fault: Fault) {
    content.withLock { content in
      for number in content.readers.keys {
        content.readers[number]?.tell(state, content.known, fault)
      }
      content.known = state
      guard fault.defect != .noticesNothing else { return }
      for notice in content.notices { notice.yield() }
    }
  }

  func addNotices() -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      content.withLock { $0.notices.append(continuation) }
    }
  }

  func add(
    _ continuation: SessionChanges.Continuation,
    of subject: SessionSubject,
    on device: DeviceID,
    _ fault: Fault
  ) {
    content.withLock { content in
      let number = content.nextNumber
      content.nextNumber += 1
      var reader = Reader(continuation: continuation, subject: subject, device: device)
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
    _ state: StoreState,
    _ knownState: StoreState?,
    _ fault: Fault
  ) {
    let snapshot = state.snapshot(of: subject, on: device)
    let known = knownState?.snapshot(of: subject, on: device)
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
