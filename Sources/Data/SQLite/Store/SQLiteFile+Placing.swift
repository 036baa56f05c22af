import Glibc
import MonikerDomain
import MonikerFiles

extension SQLiteFile {
  /// Puts a whole database that nobody has open in the place of this one, which is locked against others
  /// that do so.
  ///
  /// A store that is in use there is not taken away from under those who use it: what the other one holds
  /// becomes what it holds, in one transaction, and so nothing is lost that anybody else does meanwhile.
  ///
  /// - Returns: whether something was there; nil, and nothing was changed, where nothing may be there and
  ///   something is.
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
    try new.removeLeftovers()
    return true
  }

  /// Gives what is there another name, or none; nobody finds the place empty meanwhile.
  private func swap(_ new: StoreFile, _ placing: StorePlacing) throws(StoreFailure) {
    let kept: String? =
      switch placing {
      case .keeping(let path), .salvaging(let path): path
      case .ifEmpty, .replacing: nil
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
  /// Makes this database hold what another does, as one step.
  ///
  /// - Returns: false, and nothing was changed, where it should be empty and is not.
  fileprivate func takeOver(
    _ other: StoreFile,
    _ placing: StorePlacing
  ) throws(StoreFailure) -> Bool {
    try run("ATTACH ? AS other", .text(other.path))
    let isDone = try transaction { () throws(StoreFailure) in
      try checkVersion()
      switch placing {
      case .ifEmpty: guard try isEmpty() else { return false }
      case .replacing: break
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
      // Closing does it, too, and tells nobody what fails.
      try execute("PRAGMA wal_checkpoint")
    } catch {
      // What a sync that has failed has left behind no second one makes good.
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

  /// Writes what the database holds, which this connection keeps others from changing, into a file of its
  /// own, which has its name from the moment on at which it is whole.
  private func keep(at path: String) throws(StoreFailure) {
    let copy = StoreFile(path: location).keptCopy
    try copy.removeLeftovers()
    do {
      _ = try copy.create()
      // Another connection, since one in a transaction cannot; it reads beside it.
      let reader = try SQLiteConnection(path: location, location: location, wait: .zero)
      // All of it is synced below, where it counts: SQLite would go on after a sync of the folder that failed.
      try reader.execute("PRAGMA synchronous = OFF")
      try reader.run("VACUUM INTO ?", .text(copy.path))
      try FileDescriptor(opening: copy.path, flags: O_RDONLY).synchronize()
      try copy.keep(at: path)
      try copy.removeLeftovers()
    } catch {
      try? copy.removeLeftovers()
      throw error
    }
  }

  /// Whether the schema is of today's version.
  func isCurrent() throws(StoreFailure) -> Bool {
    try version() == SQLiteSchema.moniker.version
  }

  /// Whether it is written through a log, which is the last thing that is said of a new one.
  func hasLog() throws(StoreFailure) -> Bool {
    let mode = try row("PRAGMA journal_mode") { row throws(StoreFailure) in try row.text(0) }
    return mode == "wal"
  }
}
