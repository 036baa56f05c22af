import MonikerDomain

/// Reads the notices of changes of a store one at a time, and detects that none comes.
struct NoticeReader {
  /// Which must live as long as it is watched.
  private let store: any SharedStore
  private let elements: Elements
  private let wait: ElementWait

  init(_ store: any SharedStore, at place: StorePlace) {
    self.store = store
    elements = Elements(store.changeNotices().makeAsyncIterator())
    wait = ElementWait(isAtOnce: place.tellsAtOnce)
  }

  /// Waits for the next notice.
  ///
  /// - Throws: ``LawBroken`` if none comes.
  func next() async throws {
    guard try await wait(for: elements.next) != nil else {
      throw LawBroken("A change should be noticed, and no notice comes")
    }
  }

  private actor Elements {
    private var iterator: AsyncStream<Void>.AsyncIterator

    init(_ iterator: sending AsyncStream<Void>.AsyncIterator) {
      self.iterator = iterator
    }

    func next() async -> Void? {
      var current = iterator
      defer { iterator = current }
      return await current.next(isolation: self)
    }
  }
}
