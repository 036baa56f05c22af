import Dispatch
public import MonikerDomain
import MonikerFiles
import Synchronization

/// The contents of a property list: the present one, followed by each different one.
///
/// Only the newest unread content is buffered. The sequence ends when its task is cancelled, and fails
/// if the file cannot be read for 2 seconds.
public struct PropertyListContents: AsyncSequence, Sendable {
  /// Reads the contents in order.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var wrapped: AsyncStream<PropertyListReading.Reading>.AsyncIterator

    /// The next content; nil once the reading task is cancelled.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(StoreFailure) -> [String: PropertyListValue]? {
      try await wrapped.next(isolation: actor)?.get()
    }

    /// The next content; nil once the reading task is cancelled.
    public mutating func next() async throws(StoreFailure) -> [String: PropertyListValue]? {
      try await next(isolation: #isolation)
    }
  }

  private let wrapped: AsyncStream<PropertyListReading.Reading>

  init(of defaults: PropertyListDefaults) {
    wrapped = AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let reading = PropertyListReading(of: defaults, to: continuation)
      continuation.onTermination = { _ in reading.end() }
      reading.begin()
    }
  }

  /// Returns the iterator; the sequence supports one reader.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(wrapped: wrapped.makeAsyncIterator())
  }
}

extension PropertyListDefaults {
  /// The content of the file, followed by each different content, whichever program writes it.
  ///
  /// A missing file is an empty content. Changes that are pending in an object, and registered defaults,
  /// are not included. The typed reads of this object return what it has cached: call
  /// ``synchronize()`` before them.
  public func contents() -> PropertyListContents { PropertyListContents(of: self) }
}

/// Reads a file whenever something may have happened to it.
///
/// All reading happens on the queue, since it may block.
private final class PropertyListReading: Sendable {
  typealias Reading = Result<[String: PropertyListValue], StoreFailure>

  private struct State {
    var watch: FileWatch?
    var readAgain = ReadAgain()
    var last: [String: PropertyListValue]?
    var hasEnded = false
  }

  private let file: PropertyListDefaults
  private let continuation: AsyncStream<Reading>.Continuation
  private let queue = DispatchQueue(label: "moniker.property-list")
  private let state = Mutex(State())

  init(of defaults: PropertyListDefaults, to continuation: AsyncStream<Reading>.Continuation) {
    // An object of its own, since reading must leave the cache of the caller's alone.
    file = PropertyListDefaults(path: defaults.path)
    self.continuation = continuation
  }

  func begin() {
    queue.async {
      do throws(StoreFailure) {
        // Watch before reading, so that a change in between is noticed.
        let watch = try FileWatch(self.file.path) { [weak self] in self?.look() }
        let hasEnded = self.state.withLock { state in
          if !state.hasEnded { state.watch = watch }
          return state.hasEnded
        }
        if !hasEnded { self.read() }
      } catch {
        self.finish(error)
      }
    }
  }

  func end() {
    // The watch is released outside the lock.
    let watch = state.withLock { state in
      state.hasEnded = true
      defer { state.watch = nil }
      return state.watch
    }
    _ = watch
  }

  private func look() {
    queue.async { [weak self] in self?.read() }
  }

  private func read() {
    do throws(StoreFailure) {
      let content = try file.read() ?? [:]
      let isNew = state.withLock { state in
        state.readAgain.succeed()
        defer { state.last = content }
        return content != state.last && !state.hasEnded
      }
      if isNew { continuation.yield(.success(content)) }
    } catch {
      // Another program may be replacing the file in several steps.
      let mayFail = state.withLock { !$0.hasEnded && $0.readAgain.mayFail() }
      guard mayFail else { return finish(error) }
      // A notice may come while another read is due.
      let isDue = state.withLock { state in
        defer { state.readAgain.isPending = true }
        return state.readAgain.isPending
      }
      guard !isDue else { return }
      queue.asyncAfter(deadline: .now() + .milliseconds(100)) { [weak self] in
        self?.state.withLock { $0.readAgain.isPending = false }
        self?.read()
      }
    }
  }

  private func finish(_ error: StoreFailure) {
    continuation.yield(.failure(error))
    continuation.finish()
  }
}
