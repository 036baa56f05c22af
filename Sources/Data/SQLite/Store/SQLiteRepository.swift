import MonikerDomain
import Synchronization
import MonikerFiles

/// A store in an SQLite database.
///
/// The file is made by the first write, and opened when it is first needed. All calls of SQLite
/// that may wait happen on a thread of the store's own, or on the executor that it is given; a store that is read
/// again and again is read on the cooperative pool, without waiting. Changes that wait at once are written together: each
/// as a whole or not at all, and all of them with one wait for the disk.
public actor SQLiteRepository {
  enum Place {
    case memory
    case file(SQLiteFile)
  }

  private struct Opened {
    let connection: SQLiteConnection
    let fileID: SQLiteFile.FileID?
  }

  let place: Place
  private var opened: Opened? {
    didSet { if opened == nil { readers.removeAll() } }
  }
  private let readers = SQLiteReaders()
  /// How often the file is read where it lies before it counts as one that is read again and again, for which
  /// it is opened.
  private var readsAtRest = 8
  /// How often it is read here before there are connections that only read.
  private var readsInTurn = 8
  /// How many changes wait to enter this actor.
  nonisolated let pendingCount = Atomic(0)
  /// The changes that wait for the last of those to arrive.
  var queue: [PendingChange] = []
  var watching = StoreWatching()
  private let executor: any SerialExecutor

  /// The thread that SQLite's blocking calls are made on.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Makes the store at a path; nothing is read or written yet.
  ///
  /// - Parameters:
  ///   - path: the database file; it and its folder are made when something is first written.
  ///   - wait: how long a call waits for other processes before it fails as busy.
  ///   - executor: where blocking calls are made, on a thread that may wait; nil for one of the store's own.
  public init(
    path: String,
    wait: Duration = .seconds(5),
    executor: (any SerialExecutor)? = nil
  ) {
    self.executor = executor ?? BlockingExecutor()
    place = .file(SQLiteFile(path: path, wait: wait))
  }

  /// Makes a store in memory, which is gone with this object.
  public init() {
    executor = BlockingExecutor()
    place = .memory
  }

  /// Lets go of the file: its log is applied to it and removed, unless another process has it open.
  ///
  /// A program that ends calls this last, when it reads nothing any more. The store closes by itself when nobody holds it any more, but a
  /// task that is still ending may hold it until the program is gone. It is opened again by its next use; a
  /// store in memory is not affected.
  public func close() {
    // Changes that arrived before this call are made before it.
    runQueue()
    if case .file = place { opened = nil }
  }

  /// Runs `body` on the database as of one moment; nil where there is none yet.
  ///
  /// The first times it is not opened for that if nobody else has it open, so that a process which asks a
  /// few things writes nothing.
  func read<Result>(
    _ body: (SQLiteConnection) throws(StoreFailure) -> Result
  ) throws(StoreFailure) -> Result? {
    if case .file(let file) = place, opened == nil, readsAtRest > 0 {
      readsAtRest -= 1
      guard let fileID = try file.fileID() else { return nil }
      if let result = try file.readAtRest(fileID, body) { return result }
    }
    return try closingIfDamaged { () throws(StoreFailure) -> Result? in try readOpened(body) }
  }

  /// The same beside whatever else this store does, on the cooperative pool, where that can be at once.
  ///
  /// Not with the caller's isolation, as without `@concurrent`: optimized by Swift 6.3.1, a generic function of
  /// that kind returns on the thread of the actor that it has called, and the caller's own code goes on there.
  @concurrent nonisolated func readConcurrently<Result: Sendable>(
    _ body: @Sendable (SQLiteConnection) throws(StoreFailure) -> Result
  ) async throws(StoreFailure) -> Result? {
    if case .file(let file) = place, let result = readers.read(file, body) { return result }
    return try await readInTurn(body)
  }

  private func readInTurn<Result>(
    _ body: (SQLiteConnection) throws(StoreFailure) -> Result
  ) throws(StoreFailure) -> Result? {
    let result = try read(body)
    if readsInTurn > 0 { readsInTurn -= 1 } else { addReaders() }
    return result
  }

  private func addReaders() {
    guard case .file(let file) = place, let fileID = opened?.fileID else { return }
    while readers.isShort {
      // Without one it is read here.
      guard let reader = try? file.withoutBusyWait.open(fileID, forChange: false) else { return }
      readers.add(reader, to: fileID)
    }
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

  /// Closes a file that has proved damaged before anybody hears of it, since the process may end then, and
  /// would leave the log and the shared memory that opening it has made.
  private func closingIfDamaged<Answer>(
    _ body: () throws(StoreFailure) -> Answer
  ) throws(StoreFailure) -> Answer {
    do {
      return try body()
    } catch {
      if error.reason == .damaged { closeDamaged() }
      throw error
    }
  }

  func closeDamaged() {
    if case .file = place { opened = nil }
  }

  /// The same of a database that cannot be opened because nothing can be written beside it.
  func readAtRest<Result>(
    after failure: StoreFailure,
    _ body: (SQLiteConnection) throws(StoreFailure) -> Result
  ) throws(StoreFailure) -> Result {
    guard case .file(let file) = place,
      failure.reason == .permissionDenied || failure.reason == .unreachable,
      let fileID = try file.fileID(), let result = try file.readAtRest(fileID, body)
    else { throw failure }
    return result
  }

  func emptyConnection() throws(StoreFailure) -> SQLiteConnection {
    let connection = try SQLiteConnection(path: ":memory:", location: location, wait: .zero)
    try connection.makeStore()
    return connection
  }

  func makeConnection() throws(StoreFailure) -> SQLiteConnection {
    if case .file(let file) = place { try file.create() }
    guard let connection = try connection(forChange: true) else {
      throw StoreFailure(.unreachable, at: location, detail: "it was removed while it was made")
    }
    return connection
  }

  /// The connection to the file that stands there now: SQLite would go on reading and writing a
  /// file that was removed or replaced in the meantime, and what it acknowledged would be lost.
  func connection(
    forChange isChanging: Bool
  ) throws(StoreFailure) -> SQLiteConnection? {
    switch place {
    case .memory:
      if let opened { return opened.connection }
      let connection = try emptyConnection()
      opened = Opened(connection: connection, fileID: nil)
      return connection
    case .file(let file):
      let fileID = try file.fileID()
      if let opened, opened.fileID == fileID { return opened.connection }
      opened = nil
      guard let fileID else { return nil }
      let connection = try file.open(fileID, forChange: isChanging)
      opened = Opened(connection: connection, fileID: fileID)
      return connection
    }
  }

  /// The store, as failures name it.
  nonisolated var location: String {
    switch place {
    case .memory: "SQLite in memory"
    case .file(let file): file.file.path
    }
  }

  func tellSubscribers() {
    // What was written is written: if it cannot be read now, the readers hear of the next change.
    guard !watching.subscribers.isEmpty, let snapshot = try? snapshot() else { return }
    watching.subscribers.tell(snapshot)
  }
}

extension SQLiteRepository: WatchedStore {
  nonisolated var watchedPath: String? {
    switch place {
    case .memory: nil
    case .file(let file): file.file.path
    }
  }

  func snapshot() throws(StoreFailure) -> SessionSnapshot {
    try snapshot(of: .active)
  }
}
