public import MonikerDomain
import Synchronization
package import MonikerFiles

extension PropertyListDefaults {
  /// Writes the pending changes to the file, and reads what others have written.
  ///
  /// The changes are applied under the lock to the current content of the file, so other keys of
  /// this and every other program persist. The file is written only if its content changes. When
  /// this returns, what was written survives a loss of power.
  ///
  /// - Throws: the failures of the system; ``/MonikerDomain/StoreFailure/Reason/damaged`` if the
  ///   file is no property list with a dictionary at its root;
  ///   ``/MonikerDomain/StoreFailure/Reason/busy`` when the wait for the lock expires;
  ///   ``/MonikerDomain/StoreFailure/Reason/inputOutput`` if another program's binary file contains
  ///   a value that XML cannot hold. The changes stay pending for the next call. The file is unchanged, unless only the final sync of the folder failed.
  public func synchronize() throws(StoreFailure) {
    let isReading = try state.withLock { state throws(StoreFailure) in
      guard state.changes.isEmpty, !state.isCleared else { return false }
      state.content = try read() ?? [:]
      return true
    }
    if isReading { return }
    try prepareLock()
    let lock = try FileLock(beside: file, wait: wait)
    try state.withLock { state throws(StoreFailure) in
      let before = try read() ?? [:]
      var content = state.applyingChanges(to: before)
      if content != before {
        let bytes = try xml(of: content)
        // Reads now return the values as the file stores them: dates, for one, in whole seconds.
        content = try parse(bytes)
        try file.replace(with: bytes) { () throws(StoreFailure) in try lock.refuseUnlessHeld() }
      } else {
        try file.confirm()
      }
      state.content = content
      state.isCleared = false
      state.changes = [:]
    }
  }

  /// Changes the file in one step: locks it, reads it, calls `body` with the content, and writes the
  /// content if `body` has changed it.
  ///
  /// No other program changes the file between reading and writing, so that counting, or replacing a
  /// value only if it is the expected one, is safe. Pending changes of this object stay pending, and
  /// registered defaults are not included. `body` runs under the lock, for which all other writers
  /// wait, and must not call this object. The call blocks its thread until the change is durable.
  ///
  /// - Parameter body: receives the content of the file, which is empty if there is no file.
  /// - Returns: the result of `body`, whose changes are durable then.
  /// - Throws: as ``synchronize()`` does. The file is unchanged then, unless only the final sync of the
  ///   folder failed.
  public func update<Answer>(
    _ body: (inout [String: PropertyListValue]) -> Answer
  ) throws(StoreFailure) -> Answer {
    try prepareLock()
    let lock = try FileLock(beside: file, wait: wait)
    return try updateFile(under: lock, admitting: { _ in }) { content in body(&content) }.get()
  }

  /// Changes the file in one step, as ``update(_:)`` does, unless a condition refuses it.
  ///
  /// Pending changes of this object are not included. Later reads of this object return what was
  /// written. `body` runs under the lock, for which all other writers wait, and must not call this
  /// object.
  ///
  /// - Parameters:
  ///   - admit: throws if the content must be left as it is; nil means that there is no file. It
  ///     runs before a lock file is created, and again under the lock.
  ///   - wait: how long to wait for the lock; nil for the wait of this object. The wait blocks the
  ///     thread. On an actor it does so for intervals of a few milliseconds, between which other jobs of
  ///     the actor run.
  ///   - isolation: the calling actor.
  ///   - body: receives the content, which is empty if there is no file. If it throws, the file
  ///     stays unchanged.
  /// - Returns: the result of `body`, whose changes are durable then, or the error of `body`.
  /// - Throws: as ``synchronize()`` does, and the failures of `admit`. The file is unchanged then,
  ///   unless only the final sync of the folder failed.
  package func updateFile<Answer, Refusal: Error>(
    admitting admit: ([String: PropertyListValue]?) throws(StoreFailure) -> Void = { _ in },
    waiting wait: Duration? = nil,
    isolation: isolated (any Actor)? = #isolation,
    _ body: (inout [String: PropertyListValue]) throws(Refusal) -> Answer
  ) async throws(StoreFailure) -> Result<Answer, Refusal> {
    // Replacing a file needs no write permission for the file, so it is checked here.
    if file.isGuarded, try file.exists() { try file.refuseUnwritable() }
    try prepareLock(admitting: admit)
    let lock = try await FileLock.acquired(beside: file, wait: wait ?? self.wait)
    return try updateFile(under: lock, admitting: admit, body)
  }

  private func updateFile<Answer, Refusal: Error>(
    under lock: borrowing FileLock,
    admitting admit: ([String: PropertyListValue]?) throws(StoreFailure) -> Void,
    _ body: (inout [String: PropertyListValue]) throws(Refusal) -> Answer
  ) throws(StoreFailure) -> Result<Answer, Refusal> {
    let stored = try read()
    try admit(stored)
    let before = stored ?? [:]
    var content = before
    let answer: Answer
    do throws(Refusal) {
      answer = try body(&content)
    } catch {
      return .failure(error)
    }
    if content != before {
      let bytes = try xml(of: content)
      try state.withLock { state throws(StoreFailure) in
        // The next typed read reads the file, so that updates do not pay for the cache. The cache
        // is also cleared before a failure, since the failure may follow the replacement of the
        // file.
        state.content = nil
        try file.replace(with: bytes) { () throws(StoreFailure) in try lock.refuseUnlessHeld() }
      }
    } else {
      try file.confirm()
    }
    return .success(answer)
  }

  /// Replaces the file by `content`, even if the file is no property list.
  ///
  /// - Parameters:
  ///   - content: the new content.
  ///   - isLocked: whether the caller has the lock.
  ///   - prepare: called under the lock, before anything is changed.
  /// - Throws: as ``synchronize()`` does, and the failures of `prepare`. The file is unchanged
  ///   then, unless only the final sync of the folder failed.
  package func replaceAll(
    with content: [String: PropertyListValue],
    underLock isLocked: Bool = false,
    after prepare: () throws(StoreFailure) -> Void
  ) throws(StoreFailure) {
    if file.isGuarded, try file.exists() { try file.refuseUnwritable() }
    try file.makeFolder()
    if isLocked {
      try replace(with: content, after: prepare) { () throws(StoreFailure) in
        try FileLock.refuseUnlocked(beside: file)
      }
    } else {
      let lock = try lock()
      try replace(with: content, after: prepare) { () throws(StoreFailure) in
        try lock.refuseUnlessHeld()
      }
    }
  }

  private func replace(
    with content: [String: PropertyListValue],
    after prepare: () throws(StoreFailure) -> Void,
    confirming confirm: () throws(StoreFailure) -> Void
  ) throws(StoreFailure) {
    let bytes = try xml(of: content)
    try prepare()
    try state.withLock { state throws(StoreFailure) in
      state.content = nil
      try file.replace(with: bytes) { () throws(StoreFailure) in try confirm() }
    }
  }

  /// Takes the lock, with which no other process writes the file.
  package func lock() throws(StoreFailure) -> FileLock {
    try file.makeFolder()
    return try FileLock(beside: file, wait: wait)
  }

  /// Reads the content of the file as of one moment between two writes; returns nil if there is no
  /// file.
  package func read() throws(StoreFailure) -> [String: PropertyListValue]? {
    // No lock is needed: the file is only ever replaced as a whole.
    guard let bytes = try file.read() else { return nil }
    if let parsed = parsed.withLock(\.self), parsed.bytes == bytes { return parsed.content }
    let content = try parse(bytes)
    parsed.withLock { $0 = (bytes, content) }
    return content
  }

  /// Makes the folder of the lock, unless the file is refused: no lock file is left beside it then.
  private func prepareLock(
    admitting admit: ([String: PropertyListValue]?) throws(StoreFailure) -> Void = { _ in }
  ) throws(StoreFailure) {
    if try !FileLock.file(beside: file).exists() { try admit(try read()) }
    try file.makeFolder()
  }

  /// Throws for an SQLite database, which is no damaged property list.
  package static func refuseDatabase(_ bytes: [UInt8], at path: String) throws(StoreFailure) {
    guard bytes.starts(with: Array("SQLite format 3\0".utf8)) else { return }
    throw StoreFailure(
      .foreign,
      at: path,
      detail: "it is an SQLite database, not a property list"
    )
  }

  private func parse(_ bytes: [UInt8]) throws(StoreFailure) -> [String: PropertyListValue] {
    try Self.refuseDatabase(bytes, at: path)
    do throws(PropertyListFormatError) {
      let root = try PropertyListFormat.value(from: bytes)
      if case .dictionary(let content) = root { return content }
    } catch {
      throw StoreFailure(.damaged, at: path, detail: String(describing: error))
    }
    throw .damaged(at: path, "its root is not a dictionary")
  }

  func xml(of content: [String: PropertyListValue]) throws(StoreFailure) -> [UInt8] {
    do throws(PropertyListFormatError) {
      return try PropertyListFormat.xml(of: .dictionary(content))
    } catch {
      throw StoreFailure(
        .inputOutput,
        at: path,
        detail: "cannot write it: \(String(describing: error))"
      )
    }
  }
}
