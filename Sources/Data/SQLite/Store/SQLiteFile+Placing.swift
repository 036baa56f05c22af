import Glibc
import MonikerDomain
import MonikerFiles

extension SQLiteFile {
  /// Puts a complete, closed database in the place of this one.
  ///
  /// The caller holds the store's lock or, in the place of a database that was salvaged, its
  /// ``SQLiteHold``. A sound database at the path is not replaced, since other processes may use it.
  /// The content of the new one replaces its content in one transaction, so no change that others
  /// make meanwhile is lost.
  ///
  /// - Returns: whether a store was there; nil, with nothing changed, if the place must be empty
  ///   and is not.
  func place(_ new: StoreFile, _ placing: StorePlacing) throws(StoreFailure) -> Bool? {
    let kept: String
    var isBackup = false
    switch placing {
    case .salvaging(let path):
      try swap(new, keeping: path)
      return true
    case .ifEmpty:
      return try fill(new, keeping: nil)
    case .keeping(let path):
      kept = path
    case .replacingBackup(let path):
      kept = path
      isBackup = true
    }
    do {
      return try fill(new, keeping: kept, asBackup: isBackup)
    } catch {
      guard error.reason == .damaged, !error.isChangeMade else { throw error }
    }
    // A WAL without its database is damaged, too, and nobody can have it open.
    guard file.plainStatus() != nil else {
      try swap(new, keeping: kept)
      return true
    }
    let hold = try hold()
    try withExtendedLifetime(hold) { () throws(StoreFailure) in try swap(new, keeping: kept) }
    return true
  }

  /// Moves the new database to the path if nothing is there, and else lets the database there take
  /// over its content.
  private func fill(
    _ new: StoreFile,
    keeping kept: String?,
    asBackup isBackup: Bool = false
  ) throws(StoreFailure) -> Bool? {
    guard let fileID = try fileID() else {
      try new.move(to: file)
      try synchronizeFolder()
      // Of a process that was killed when it made the file; nobody else would remove it now.
      try? file.preparation.removeLeftovers()
      return false
    }
    let present = try open(fileID, forChange: true)
    guard try present.takeOver(new, keeping: kept) else { return nil }
    defer { announceChange() }
    if isBackup, let kept {
      try present.completeFile(keeping: kept)
    } else {
      // The change is durable in the WAL. If it cannot be written into the database, the next connection does that.
      present.checkpointWhereFree()
    }
    return true
  }

  /// Replaces the files of a database that no connection has open, and keeps them at a path.
  ///
  /// The path of the database is never empty meanwhile. If nothing could be moved, everything is as
  /// before.
  private func swap(_ new: StoreFile, keeping kept: String) throws(StoreFailure) {
    var suffixes: [String] = []
    for suffix in ["", "-journal", "-wal"] where try file.companion(suffix).exists() {
      suffixes.append(suffix)
    }
    var made: [String] = []
    do {
      for suffix in suffixes {
        try file.companion(suffix).keep(at: kept + suffix)
        made.append(suffix)
      }
      // SQLite would apply them to the new database.
      for suffix in Self.companions { try file.companion(suffix).remove() }
      try new.move(to: file)
    } catch {
      for suffix in made {
        let (present, copy) = (file.companion(suffix), StoreFile(path: kept + suffix))
        if (try? present.exists()) == false { try? copy.keep(at: present.path) }
        if (try? present.exists()) == true { try? copy.remove() }
      }
      throw error
    }
    try synchronizeFolder()
  }

  /// Makes the new file at the path durable.
  private func synchronizeFolder() throws(StoreFailure) {
    do {
      try file.synchronizeFolder()
    } catch {
      throw error.afterChange(of: file.path)
    }
  }
}

extension SQLiteConnection {
  /// Replaces the content of this database with that of another one, in one step.
  ///
  /// - Parameter kept: where a copy of the present content is kept; nil if there must be none.
  /// - Returns: false, with nothing changed, if this database must be empty and is not.
  fileprivate func takeOver(
    _ other: StoreFile,
    keeping kept: String?
  ) throws(StoreFailure) -> Bool {
    var hasKept = false
    do {
      return try replaceContent(other, keeping: kept, &hasKept)
    } catch {
      // Nothing was changed, so there is nothing to keep, unless the change is in doubt.
      if let kept, hasKept, !hasChangeInDoubt { try? StoreFile(path: kept).remove() }
      throw error
    }
  }

  private func replaceContent(
    _ other: StoreFile,
    keeping kept: String?,
    _ hasKept: inout Bool
  ) throws(StoreFailure) -> Bool {
    let attached = try SQLitePath(other.path)
    defer { withExtendedLifetime(attached) {} }
    try run("ATTACH ? AS other", .text(attached.text))
    let isDone = try transaction { () throws(StoreFailure) in
      try checkVersion()
      if let kept {
        try keep(at: kept)
        hasKept = true
      } else if try !isEmpty() {
        return false
      }
      try execute("PRAGMA defer_foreign_keys = ON")
      let tables = try tables(of: "other")
      if tables.contains("device") { try makeAdditionalTables() }
      let additional = try hasAdditionalTables() ? Self.additionalTableNames : []
      for table in Set(tables).union(additional) { try run("DELETE FROM main.\(table)") }
      for table in tables { try run("INSERT INTO main.\(table) SELECT * FROM other.\(table)") }
      try run("DELETE FROM main.sqlite_sequence")
      try run("INSERT INTO main.sqlite_sequence SELECT * FROM other.sqlite_sequence")
      // A damaged page of a table that has no rows was not read.
      try refuseDamagedPages()
      return true
    }
    try? run("DETACH other")
    return isDone
  }

  /// Writes what was committed into the file of the database, which is then complete without its WAL.
  ///
  /// - Parameter kept: where the former content is kept, which a failure names.
  fileprivate func completeFile(keeping kept: String) throws(StoreFailure) {
    let failure: StoreFailure
    do {
      try lockForChange()
      defer { changeGuard?.release() }
      if try emptyLog() { return }
      failure = StoreFailure(.busy, at: location, detail: "another program reads the former one")
    } catch {
      // A second sync cannot repair what a failed one has left behind.
      leaveLogWhenClosed()
      failure = error
    }
    throw StoreFailure(
      failure.reason,
      at: location,
      detail: "the backup was made, but it is complete only with the file \(location)-wal: "
        + "\(failure.detail); the earlier one is kept as \(kept)",
      isChangeMade: true
    )
  }

  private func tables(of database: String) throws(StoreFailure) -> [String] {
    try rows(
      """
      SELECT name FROM \(database).sqlite_schema
      WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
      """
    ) { row throws(StoreFailure) in try row.text(0) }
  }

  private func isEmpty() throws(StoreFailure) -> Bool {
    if try hasAdditionalTables(), try row("SELECT 1 FROM main.device", read: { _ in true }) != nil {
      return false
    }
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
    let copy = try StagingFile(beside: StoreFile(path: location))
    defer { try? copy.remove(with: SQLiteFile.companions) }
    // VACUUM cannot run inside a transaction, so another connection reads beside it.
    let reader = try SQLiteConnection(path: location, location: location, wait: .zero)
    // The copy is synced below: SQLite would ignore a failed sync of the folder.
    try reader.execute("PRAGMA synchronous = OFF")
    let place = try SQLitePath(copy.file.path)
    try withExtendedLifetime(place) { () throws(StoreFailure) in
      try reader.run("VACUUM INTO ?", .text(place.text))
    }
    try copy.synchronize()
    try copy.file.keep(at: path)
  }
}
