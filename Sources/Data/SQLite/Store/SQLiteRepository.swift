public import MonikerDomain
public import MonikerModel
import Synchronization
import MonikerFiles

/// A store in an SQLite database.
///
/// The first write makes the file, and the file is opened when it is first needed. Blocking SQLite
/// calls run on a thread of the store, or on the executor given to it. A store that is read
/// repeatedly is read beside that thread, without waiting. Changes that wait at the same time
/// are written as one batch: each of them completely or not at all, and all of them with one sync.
public actor SQLiteRepository {
  private struct Opened {
    let connection: SQLiteConnection
    let files: SQLiteOpenFiles
  }

  let file: SQLiteFile
  private var opened: Opened? {
    didSet { if opened == nil { closeReaders() } }
  }
  private let readers = SQLiteReaders()
  /// What tokens prove, in memory; nil to read it each time.
  let provenSessions: ProvenSessionCache?
  /// The threads for long reads, of all stores, which are used in turn.
  private static let threads = (0..<4).map { _ in BlockingExecutor() }
  private static let longReadCount = Atomic(0)
  /// The number of reads of the closed file that remain before the store opens it for further
  /// reads.
  private var readsAtRest: Int
  /// The number of reads on the actor that remain before the store opens its readers.
  private var readsInTurn: Int
  /// The number of changes that wait to enter this actor.
  nonisolated let pendingCount = Atomic(0)
  /// The changes of the next batch, which runs when the last of them has arrived.
  var queue: [PendingChange] = []
  /// The changes that wait while another connection holds the write lock, in their order.
  var waitingChanges: [PendingChange] = []
  /// Whether a task tries the waiting changes.
  var isWaitingForLock = false
  /// See ``/MonikerModel/WatchedStore/watching``.
  public var watching = StoreWatching()
  /// The state of the database at the last read for subscribers.
  private var lastWritten: FileMoment?
  /// Whether the file has been at the path.
  private var wasFound = false
  private let mustStay: Bool
  private let executor: any SerialExecutor
  /// Is called after each batch of changes.
  let report: (@Sendable (StoreBatch) -> Void)?

  /// Sets the time and the new IDs.
  nonisolated let owner: StoreOwner

  /// The thread for SQLite's blocking calls.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Makes the store at a path; nothing is read or written yet.
  ///
  /// - Parameters:
  ///   - path: the database file. The first write makes it and its folder.
  ///   - owner: sets the time and the new IDs.
  ///   - wait: how long a call waits for other processes before it fails with
  ///     ``/MonikerDomain/StoreFailure/Reason/busy``.
  ///   - executor: runs blocking calls on a thread that may wait; nil for an executor of the
  ///     store's own.
  ///   - makesParents: whether the first write makes missing folders above the folder, too.
  ///   - mustStay: whether every call fails with ``/MonikerDomain/StoreFailure/Reason/unreachable`` while a file that
  ///     was found at the path is gone. If not, there is an empty store then: for a service, that would sign out
  ///     everybody.
  ///   - cachedSessions: for how many tokens the store remembers what they prove, in memory, half a kilobyte
  ///     each; 0 for none. Only a service has a use for it.
  ///   - report: is called on the store's thread after each batch of changes; nil for nothing.
  public init(
    path: String,
    owner: StoreOwner,
    wait: Duration = .seconds(5),
    executor: (any SerialExecutor)? = nil,
    makesParents: Bool = false,
    mustStay: Bool = false,
    cachedSessions: Int = 0,
    report: (@Sendable (StoreBatch) -> Void)? = nil
  ) {
    self.owner = owner
    self.report = report
    self.mustStay = mustStay
    provenSessions = cachedSessions > 0 ? ProvenSessionCache(capacity: cachedSessions) : nil
    // A service reads again and again.
    readsAtRest = cachedSessions > 0 ? 0 : 8
    readsInTurn = readsAtRest
    self.executor = executor ?? BlockingExecutor()
    file = SQLiteFile(path: path, wait: wait, makesParents: makesParents)
  }

  /// Closes the file: its WAL is applied to it and removed, unless another process has it open.
  ///
  /// A program calls this before it exits, after its last read. The store also closes the file when
  /// it is deallocated, but a task that is still ending may keep it alive until the process exits.
  /// The next use opens the file again.
  public func close() async {
    // Changes that arrived before this call run before it.
    runQueue()
    let earlier = waitingChanges
    while earlier.contains(where: { change in waitingChanges.contains { $0 === change } }) {
      await yieldOnActor()
    }
    // What was committed to a removed WAL would be lost with this connection.
    if let opened, !file.hasLog(of: opened.files) { _ = try? closeWithoutLog(opened) }
    // With another connection, closing would leave what is committed in the WAL alone, and it would be
    // lost with the WAL.
    opened?.connection.checkpointWhereFree()
    opened = nil
  }

  /// Runs `body` in one snapshot; nil if there is no database yet.
  ///
  /// The first reads do not open the file if no process has it open, so a process with few reads
  /// writes nothing.
  func read<Result>(
    _ body: (SQLiteConnection) throws(StoreFailure) -> Result
  ) throws(StoreFailure) -> Result? {
    if opened == nil, readsAtRest > 0 {
      readsAtRest -= 1
      guard let fileID = try fileID() else { return nil }
      if let result = try file.readAtRest(fileID, body) { return result }
    }
    return try closingIfFailed { () throws(StoreFailure) -> Result? in try readOpened(body) }
  }

  /// Runs `body` as ``read(_:)`` does, but beside the store's thread if it need not wait.
  ///
  /// `@concurrent` is required. Without it the function has the caller's isolation. A generic
  /// function of that kind, optimized by Swift 6.3.1, returns on the thread of the actor that it
  /// has called, and the caller's code continues there.
  ///
  /// - Parameters:
  ///   - empty: the result if there is no database yet.
  ///   - isLong: whether the read may take long. It then runs on a thread for such reads: the
  ///     cooperative pool has one thread per processor.
  @concurrent nonisolated func read<Result: Sendable, Failure: PortError>(
    _: Failure.Type,
    orElse empty: Result,
    isLong: Bool = false,
    _ body: @Sendable (SQLiteConnection) throws(StoreFailure) -> Result
  ) async throws(Failure) -> Result {
    if isLong, !readers.isEmpty {
      let thread = Self.threads[Self.longReadCount.add(1, ordering: .relaxed).oldValue % 4]
      let result = await withTaskExecutorPreference(thread) { readers.read(file, body) }
      if let result { return result }
    } else if let result = readers.read(file, body) {
      return result
    }
    do {
      return try await readInTurn(body) ?? empty
    } catch {
      throw .store(error)
    }
  }

  private func readInTurn<Result>(
    _ body: (SQLiteConnection) throws(StoreFailure) -> Result
  ) throws(StoreFailure) -> Result? {
    let result = try read(body)
    if readsInTurn > 0 { readsInTurn -= 1 } else { addReaders() }
    return result
  }

  private func addReaders() {
    guard let files = opened?.files else { return }
    while readers.isShort {
      // Without a reader, this actor reads.
      guard let reader = try? file.withoutBusyWait.open(files.database, forChange: false) else {
        return
      }
      readers.add(reader, to: files)
    }
    guard let provenSessions, !provenSessions.isAttached,
      let anchor = try? file.withoutBusyWait.open(files.database, forChange: false)
    else { return }
    provenSessions.attach(to: anchor, files)
  }

  private func closeReaders(leavingLog: Bool = false) {
    provenSessions?.detach(leavingLog: leavingLog)
    readers.removeAll(leavingLog: leavingLog)
  }

  private func readOpened<Result>(
    _ body: (SQLiteConnection) throws(StoreFailure) -> Result
  ) throws(StoreFailure) -> Result? {
    let known: SQLiteConnection?
    do {
      known = try connection(forChange: false)
    } catch {
      return try readAtRest(after: error, body)
    }
    guard let connection = known else { return nil }
    return try connection.transaction(.deferred) { () throws(StoreFailure) in
      try connection.checkVersion()
      return try body(connection)
    }
  }

  /// Closes a file that is damaged, or could not be read or written, before the failure is thrown.
  ///
  /// The process may exit on the failure, and would leave the WAL and the shared memory that
  /// opening the file has made. A WAL that could not be written fails until it is opened anew.
  private func closingIfFailed<Answer>(
    _ body: () throws(StoreFailure) -> Answer
  ) throws(StoreFailure) -> Answer {
    do {
      return try body()
    } catch {
      if Self.closes(error) { closeFailed() }
      throw error
    }
  }

  static func closes(_ failure: StoreFailure) -> Bool {
    [.damaged, .noSpace, .inputOutput].contains(failure.reason)
  }

  func closeFailed() {
    opened = nil
  }

  /// Reads the closed file if it cannot be opened because nothing can be written beside it, for lack
  /// of permission or of space.
  func readAtRest<Result>(
    after failure: StoreFailure,
    _ body: (SQLiteConnection) throws(StoreFailure) -> Result
  ) throws(StoreFailure) -> Result {
    let isFailing = [.noSpace, .inputOutput].contains(failure.reason)
    guard isFailing || [.permissionDenied, .unreachable].contains(failure.reason),
      let fileID = try file.fileID(),
      let result = try file.readAtRest(
        fileID,
        withEmptyLog: isFailing,
        body
      )
    else { throw failure }
    return result
  }

  func emptyConnection() throws(StoreFailure) -> SQLiteConnection {
    let connection = try SQLiteConnection(path: ":memory:", location: location, wait: .zero)
    try connection.makeStore()
    return connection
  }

  func makeConnection() throws(StoreFailure) -> SQLiteConnection {
    try file.create()
    guard let connection = try connection(forChange: true) else {
      throw StoreFailure(
        .unreachable,
        at: location,
        detail: "it was removed while it was being created"
      )
    }
    return connection
  }

  /// The connection to the file that is at the path now; nil if there is no file.
  ///
  /// SQLite would keep reading and writing a file that was removed or replaced, and acknowledged
  /// changes would be lost.
  ///
  /// - Parameters:
  ///   - isChanging: whether to change the file.
  ///   - isPatient: whether opening it waits for the locks of other connections.
  func connection(
    forChange isChanging: Bool,
    waiting isPatient: Bool = true
  ) throws(StoreFailure) -> SQLiteConnection? {
    let fileID = try fileID()
    if let opened, opened.files.database == fileID {
      if file.hasLog(of: opened.files) { return opened.connection }
      guard try closeWithoutLog(opened) else {
        guard isChanging else { return opened.connection }
        throw StoreFailure(
          .busy,
          at: location,
          detail: "its log was removed, and another connection still reads it"
        )
      }
    }
    opened = nil
    guard let fileID else { return nil }
    let (connection, files) = try file.openWithFiles(
      fileID,
      forChange: isChanging,
      waiting: isPatient
    )
    if let provenSessions {
      try connection.keepInnerPages()
      connection.observeCommits(by: ChangedDevices(of: connection, telling: provenSessions))
    }
    opened = Opened(connection: connection, files: files)
    return connection
  }

  private func fileID() throws(StoreFailure) -> FileID? {
    if let found = try file.fileID() {
      wasFound = true
      return found
    }
    guard mustStay, wasFound else { return nil }
    throw StoreFailure(.unreachable, at: location, detail: "it was removed while it was in use")
  }

  /// Throws, as for a lock, if the open file is no longer the one at the path.
  func refuseReplaced() throws(StoreFailure) {
    guard let opened, file.isStill(opened.files) else {
      throw .replaced(at: location)
    }
  }

  /// Closes a file whose WAL another program has removed, and saves what was committed to it.
  ///
  /// - Returns: false if the file must stay open, since a reader prevents that.
  private func closeWithoutLog(_ opened: Opened) throws(StoreFailure) -> Bool {
    closeReaders(leavingLog: true)
    guard try file.saveRemovedLog(of: opened.connection, opened.files) else { return false }
    opened.connection.leaveLogWhenClosed()
    self.opened = nil
    return true
  }

  /// The name of the store in failures.
  nonisolated var location: String { file.file.path }
}

extension SQLiteRepository: WatchedStore {
  /// See ``/MonikerModel/WatchedStore/watchedPath``.
  public nonisolated var watchedPath: String? { location }

  /// See ``/MonikerModel/WatchedStore/snapshot(of:on:)``.
  public func snapshot(
    of subject: SessionSubject,
    on device: DeviceID
  ) throws(StoreFailure) -> SessionSnapshot {
    readAgainIfWritten()
    return try read { connection throws(StoreFailure) in
      try connection.snapshot(of: subject, on: device)
    } ?? SessionSnapshot(active: nil)
  }

  /// Drops the pages that SQLite has read of a database that was written since the last look.
  ///
  /// A program that writes over an open database changes nothing that SQLite looks at: it would go on
  /// with these pages. In use, the database itself is written only when a WAL is applied.
  private func readAgainIfWritten() {
    let written = file.file.plainStatus().map { FileMoment($0) }
    if written != lastWritten { opened?.connection.dropPages() }
    lastWritten = written
  }
}
