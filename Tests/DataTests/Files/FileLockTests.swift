import Dispatch
import Glibc
import MonikerDomain
import MonikerDoubles
import Synchronization
import Testing

@testable import MonikerData
@testable import MonikerFiles
@testable import MonikerPropertyList

@Suite(.timeLimit(.minutes(10))) struct FileLockTests {
  private let folder: PropertyListFolder
  private let store: StoreFile

  init() throws {
    folder = try PropertyListFolder()
    store = StoreFile(path: folder.file)
  }

  @Test
  func `A waiting writer gets the lock when it is released, and not before`() async throws {
    let held = try FileLock(beside: store, wait: .zero)
    let isReleased = Mutex(false)
    let (results, result) = AsyncStream.makeStream(of: Bool.self)
    let store = store
    DispatchQueue(label: "waiter").async {
      let lock = try? FileLock(beside: store, wait: .seconds(3_600))
      result.yield(lock != nil && isReleased.withLock(\.self))
      result.finish()
    }
    // The waiting writer has the lock file open, too.
    try await poll { try openFiles(at: store.path + ".lock").count > 1 }
    isReleased.withLock { $0 = true }
    drop(held)
    let hasLockedAfterRelease = await results.first { _ in true }
    #expect(hasLockedAfterRelease == true)
  }

  @Test
  func `No wait ends before its time`() throws {
    let held = try FileLock(beside: store, wait: .zero)
    let wait = Duration.microseconds(1_990)
    for _ in 0..<20 {
      let begin = ContinuousClock.now
      #expect(throws: StoreFailure.self) { _ = try FileLock(beside: store, wait: wait) }
      #expect(begin.duration(to: .now) >= wait)
    }
    drop(held)
  }

  @Test
  func `A lock that is granted after the wait is released`() throws {
    let held = try FileLock(beside: store, wait: .zero)
    let store = store
    for _ in 0..<3 {
      let failure = storeFailure { () throws(StoreFailure) in
        _ = try FileLock(beside: store, wait: .milliseconds(20))
      }
      #expect(failure?.reason == .busy)
    }
    drop(held)
    _ = try FileLock(beside: store, wait: .seconds(3_600))
  }

  @Test
  func `Waits that expire leave one descriptor for each that waits at once`() async throws {
    let lock = store.path + ".lock"
    let held = try FileLock(beside: store, wait: .zero)
    let store = store
    for _ in 0..<5 {
      for isAsynchronous in [false, true] {
        await #expect(throws: StoreFailure.self) {
          if isAsynchronous {
            _ = try await FileLock.acquired(beside: store, wait: .milliseconds(2))
          } else {
            _ = try FileLock(beside: store, wait: .milliseconds(2))
          }
        }
      }
    }
    #expect(try openFiles(at: lock).count == 2)
    // The next wait takes over the one that was given up, and gets its lock.
    let (results, result) = AsyncStream.makeStream(of: Bool.self)
    DispatchQueue(label: "waiter").async {
      let lock = try? FileLock(beside: store, wait: .seconds(3_600))
      result.yield(lock != nil)
      result.finish()
    }
    // Its own descriptor of the file.
    try await poll { try openFiles(at: lock).count == 3 }
    drop(held)
    #expect(await results.first { _ in true } == true)
    try await poll { try openFiles(at: lock).isEmpty }
    _ = try FileLock(beside: store, wait: .zero)
  }

  @Test
  func `A lock ends with its owner, even if other processes have copies of the descriptor`() throws
  {
    let held = try FileLock(beside: store, wait: .zero)
    let copies = try copiesOfOpenFiles(at: store.path + ".lock")
    defer { for copy in copies { close(copy) } }
    #expect(copies.count == 1)
    drop(held)
    _ = try FileLock(beside: store, wait: .zero)
  }

  @Test
  func `A lock that is granted after the wait is released, even if copies of its descriptor exist`()
    async throws
  {
    let held = try FileLock(beside: store, wait: .zero)
    let store = store
    let failure = storeFailure { () throws(StoreFailure) in
      _ = try FileLock(beside: store, wait: .milliseconds(20))
    }
    #expect(failure?.reason == .busy)
    let copies = try copiesOfOpenFiles(at: store.path + ".lock")
    defer { for copy in copies { close(copy) } }
    #expect(copies.count == 2)
    drop(held)
    // Only the late waiter has another descriptor beside the copies, until it closes the file.
    try await poll { try openFiles(at: store.path + ".lock").count <= copies.count }
    _ = try FileLock(beside: store, wait: .zero)
  }

  @Test
  func `A change under a lock whose file is removed is abandoned`() async throws {
    let defaults = PropertyListDefaults(path: store.path)
    let lock = store.path + ".lock"
    let failure = await #expect(throws: StoreFailure.self) {
      _ = try await defaults.updateFile { content in
        _ = unlink(lock)
        content["theirs"] = .string("a")
      }
    }
    #expect(failure?.reason == .busy)
    #expect(failure?.location == lock)
    #expect(try defaults.read() == nil)
  }

  @Test
  func `A lock whose file others remove is still acquired`() throws {
    let lock = store.path + ".lock"
    let store = store
    let isDone = DispatchSemaphore(value: 0)
    let hasEnded = DispatchSemaphore(value: 0)
    DispatchQueue(label: "remover").async {
      while isDone.wait(timeout: .now()) == .timedOut { _ = unlink(lock) }
      hasEnded.signal()
    }
    defer {
      isDone.signal()
      hasEnded.wait()
    }
    for _ in 0..<2_000 { _ = try FileLock(beside: store, wait: .seconds(3_600)) }
  }

  private func drop(_ lock: consuming FileLock) {}
}
