public import MonikerDomain
import Synchronization
import MonikerFiles

extension PropertyListDefaults {
  /// Puts in the file what was set and removed here, and reads what others have put there.
  ///
  /// The changes are made to the file's content as it is then, under the lock, so that the other
  /// keys of this and every other program stay; only if they change something is it written.
  /// When this returns, what was written survives a loss of power.
  ///
  /// - Throws: what keeps the file from being read or written;
  ///   ``/MonikerDomain/StoreFailure/Reason/busy`` when others held the lock for too long;
  ///   ``/MonikerDomain/StoreFailure/Reason/inputOutput`` when a value cannot be in a property list
  ///   in XML, such as a string with a control character. The changes stay pending for the next
  ///   call.
  public func synchronize() throws(StoreFailure) {
    let isReading = try state.withLock { state throws(StoreFailure) in
      guard state.changes.isEmpty else { return false }
      state.content = try read() ?? [:]
      return true
    }
    if isReading { return }
    try withFileLocked { lock throws(StoreFailure) in
      try state.withLock { state throws(StoreFailure) in
        let before = try read() ?? [:]
        var content = state.applyingChanges(to: before)
        if content != before {
          let bytes = try xml(of: content)
          // From here on reads answer what the file does: dates, for one, in whole seconds.
          content = try parse(bytes)
          try file.replace(with: bytes) { () throws(StoreFailure) in try lock.refuseUnlessHeld() }
        } else {
          try file.confirm()
        }
        state.content = content
        state.changes = [:]
      }
    }
  }

  /// Changes the file in one step: locks it, reads it, lets `body` change the content, and writes
  /// it if it is another one.
  ///
  /// Changes that are pending in this object are not part of it. Reads of this object see what was
  /// written. `body` runs under the lock, which everybody waits for, and may not call this object.
  ///
  /// - Parameters:
  ///   - admit: throws for content that is to be left as it was found; nil is no file. It is asked
  ///     before a lock file is made, and again under the lock.
  ///   - isPatient: whether to wait for others at all.
  ///   - body: gets the content, empty where there is no file. What it throws leaves the file
  ///     untouched.
  /// - Returns: what `body` has returned, which is in the file for good then, or thrown.
  /// - Throws: as ``synchronize()`` does; the file is as it was then, unless the failure came
  ///   from making the replaced one durable.
  package func update<Answer, Refusal: Error>(
    admitting admit: ([String: PropertyListValue]?) throws(StoreFailure) -> Void = { _ in },
    waiting isPatient: Bool = true,
    _ body: (inout [String: PropertyListValue]) throws(Refusal) -> Answer
  ) throws(StoreFailure) -> Result<Answer, Refusal> {
    // A file that must not be written could still be replaced.
    if file.isGuarded, try file.exists() { try file.refuseUnwritable() }
    return try withFileLocked(admitting: admit, for: isPatient ? wait : .zero) {
      lock throws(StoreFailure) in
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
          // The next typed read reads the file; whoever only updates need not pay for it. Also
          // after a failure, as it may be one of making the new file durable.
          state.content = nil
          try file.replace(with: bytes) { () throws(StoreFailure) in try lock.refuseUnlessHeld() }
        }
      } else {
        try file.confirm()
      }
      return .success(answer)
    }
  }

  /// Puts a content in the place of whatever is there, be it no property list.
  ///
  /// - Parameter prepare: is called under the lock, before anything is changed.
  /// - Throws: as ``synchronize()`` does; the file is as it was then.
  package func replaceAll(
    with content: [String: PropertyListValue],
    after prepare: () throws(StoreFailure) -> Void
  ) throws(StoreFailure) {
    if file.isGuarded, try file.exists() { try file.refuseUnwritable() }
    try locked(for: wait) { lock throws(StoreFailure) in
      let bytes = try xml(of: content)
      try prepare()
      try state.withLock { state throws(StoreFailure) in
        state.content = nil
        try file.replace(with: bytes) { () throws(StoreFailure) in try lock.refuseUnlessHeld() }
      }
    }
  }

  /// The content of the file as of one moment between two writes; nil where there is no file.
  package func read() throws(StoreFailure) -> [String: PropertyListValue]? {
    // No lock: the file is only ever replaced as a whole.
    guard let bytes = try file.read() else { return nil }
    if let parsed = parsed.withLock(\.self), parsed.bytes == bytes { return parsed.content }
    let content = try parse(bytes)
    parsed.withLock { $0 = (bytes, content) }
    return content
  }

  private func withFileLocked<Answer>(
    admitting admit: ([String: PropertyListValue]?) throws(StoreFailure) -> Void = { _ in },
    for wait: Duration? = nil,
    _ body: (borrowing FileLock) throws(StoreFailure) -> Answer
  ) throws(StoreFailure) -> Answer {
    // A file that is refused is left without a lock file beside it, as it was found.
    if try !FileLock.file(beside: file).exists() { try admit(try read()) }
    return try locked(for: wait ?? self.wait, body)
  }

  private func locked<Answer>(
    for wait: Duration,
    _ body: (borrowing FileLock) throws(StoreFailure) -> Answer
  ) throws(StoreFailure) -> Answer {
    try file.makeFolder()
    let lock = try FileLock(beside: file, wait: wait)
    return try body(lock)
  }

  private func parse(_ bytes: [UInt8]) throws(StoreFailure) -> [String: PropertyListValue] {
    do throws(PropertyListFormatError) {
      let root = try PropertyListFormat.value(from: bytes)
      if case .dictionary(let content) = root { return content }
    } catch {
      throw StoreFailure(.damaged, at: path, detail: String(describing: error))
    }
    throw StoreFailure(.damaged, at: path, detail: "its root is no dictionary")
  }

  private func xml(of content: [String: PropertyListValue]) throws(StoreFailure) -> [UInt8] {
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
