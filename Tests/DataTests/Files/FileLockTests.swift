import Dispatch
import MonikerDomain
import Testing

@testable import MonikerData

@Suite struct FileLockTests {
  private let folder: PropertyListFolder
  private let store: StoreFile

  init() throws {
    folder = try PropertyListFolder()
    store = StoreFile(path: folder.file)
  }

  @Test
  func `Whoever waits gets the lock when it is let go of`() throws {
    let held = try FileLock(beside: store, wait: .zero)
    let isWaiting = DispatchSemaphore(value: 0)
    let hasLocked = DispatchSemaphore(value: 0)
    let store = store
    DispatchQueue(label: "waiter").async {
      isWaiting.signal()
      let lock = try? FileLock(beside: store, wait: .seconds(60))
      if lock != nil { hasLocked.signal() }
    }
    isWaiting.wait()
    #expect(hasLocked.wait(timeout: .now() + .milliseconds(100)) == .timedOut)
    drop(held)
    #expect(hasLocked.wait(timeout: .now() + .seconds(60)) == .success)
  }

  @Test
  func `A lock that comes after the wait is let go of`() throws {
    let held = try FileLock(beside: store, wait: .zero)
    let store = store
    for _ in 0..<3 {
      let failure = storeFailure { () throws(StoreFailure) in
        _ = try FileLock(beside: store, wait: .milliseconds(20))
      }
      #expect(failure?.reason == .busy)
    }
    drop(held)
    _ = try FileLock(beside: store, wait: .seconds(60))
  }

  private func drop(_ lock: consuming FileLock) {}
}
