import Glibc
import MonikerDomain
import MonikerFiles

extension SQLiteFile {
  /// Puts a complete, closed database in the place of this one, under the store's lock.
  ///
  /// A sound database at the path is not replaced, since other processes may use it. The content of
  /// the new one replaces its content in one transaction, so no change that others make meanwhile
  /// is lost.
  ///
  /// - Returns: whether a store was there; nil, with nothing changed, if the place must be empty
  ///   and is not.
  func place(_ new: StoreFile, _ placing: StorePlacing) throws(StoreFailure) -> Bool? {
    if case .salvaging = placing {
      try swap(new, placing)
      return true
    }
    let present: SQLiteConnection?
    do {
      present =
        if let fileID = try fileID() { try open(fileID, forChange: true) } else { nil }
    } catch {
      guard error.reason == .damaged, placing != .ifEmpty else { throw error }
      try swap(new, placing)
      return true
    }
    guard let present else {
      try new.move(to: file)
      try file.synchronizeFolder()
      return false
    }
    guard try present.takeOver(new, placing) else { return nil }
    announceChange()
    return true
  }

  /// Renames or removes the files of the present store.
  ///
  /// The path of the database is never empty meanwhile.
  private func swap(_ new: StoreFile, _ placing: StorePlacing) throws(StoreFailure) {
    let kept: String? =
      switch placing {
      case .keeping(let path), .salvaging(let path): path
      case .ifEmpty: nil
      }
    if let kept { try file.keep(at: kept) }
    for suffix in Self.companions {
      let companion = file.companion(suffix)
      guard try companion.exists() else { continue }
      if let kept {
        try companion.move(to: StoreFile(path: kept + suffix))
      } else {
        try companion.remove()
      }
    }
    try new.move(to: file)
    try file.synchronizeFolder()
  }
}

extension SQLiteConnection {
  /// Replaces the content of this database with that of another one, in one step.
  ///
  /// - Returns: false, with nothing changed, if this database must be empty and is not.
  fileprivate func takeOver(
    _ other: StoreFile,
    _ placing: StorePlacing
  ) throws(StoreFailure) -> Bool {
    let attached = try SQLitePath(other.path)
    defer { withExtendedLifetime(attached) {} }
    try run("ATTACH ? AS other", .text(attached.text))
    let isDone = try transaction { () throws(StoreFailure) in
      try checkVersion()
      switch placing {
      case .ifEmpty: guard try isEmpty() else { return false }
      case .keeping(let path), .salvaging(let path): try keep(at: path)
      }
      try execute("PRAGMA defer_foreign_keys = ON")
      let tables = try rows(
        "SELECT name FROM other.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
      ) { row throws(StoreFailure) in try row.text(0) }
      for table in tables { try run("DELETE FROM main.\(table)") }
      for table in tables { try run("INSERT INTO main.\(table) SELECT * FROM other.\(table)") }
      try run("DELETE FROM main.sqlite_sequence")
      try run("INSERT INTO main.sqlite_sequence SELECT * FROM other.sqlite_sequence")
      return true
    }
    try run("DETACH other")
    guard isDone else { return false }
    do {
      // Closing would checkpoint, too, but report no failure.
      try execute("PRAGMA wal_checkpoint")
    } catch {
      // A second sync cannot repair what a failed one has left behind.
      leaveLogWhenClosed()
      throw error
    }
    return true
  }

  private func isEmpty() throws(StoreFailure) -> Bool {
    let found = try row(
      """
      SELECT 1 WHERE EXISTS (SELECT 1 FROM main.account) OR EXISTS (SELECT 1 FROM main.event)
        OR EXISTS (SELECT 1 FROM main.sqlite_sequence WHERE name = 'event' AND seq > 0)
      """
    ) { _ in true }
    return found == nil
  }

  /// Writes a copy of the database to a file of its own, which gets its name when it is complete.
  ///
  /// The transaction of this connection keeps other connections from changing the database.
  private func keep(at path: String) throws(StoreFailure) {
    let copy = StoreFile(path: location).keptCopy
    try copy.removeLeftovers()
    do {
      _ = try copy.create()
      // VACUUM cannot run inside a transaction, so another connection reads beside it.
      let reader = try SQLiteConnection(path: location, location: location, wait: .zero)
      // The copy is synced below: SQLite would ignore a failed sync of the folder.
      try reader.execute("PRAGMA synchronous = OFF")
      let place = try SQLitePath(copy.path)
      try withExtendedLifetime(place) { () throws(StoreFailure) in
        try reader.run("VACUUM INTO ?", .text(place.text))
      }
      try FileDescriptor(opening: copy.path, flags: O_RDONLY).synchronize()
      try copy.keep(at: path)
      try copy.removeLeftovers()
    } catch {
      try? copy.removeLeftovers()
      throw error
    }
  }
}
