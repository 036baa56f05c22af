import CSQLite
import MonikerDomain

/// The devices whose rows a connection changes, by which a cache knows what is outdated.
///
/// Triggers of the connection find them. So no statement can be forgotten, and the file has no trigger, which
/// other programs would have to know.
final class ChangedDevices: SQLiteCommitObserver {
  /// A device by a hash of its ID, which others may share.
  struct Device: Hashable {
    /// The hash, the same in each run.
    let hash: UInt64

    /// - Parameter id: the text of the ID.
    init(_ id: some StringProtocol) {
      self.init(id.utf8)
    }

    /// FNV-1a: http://www.isthe.com/chongo/tech/comp/fnv/, with the parameters for 64 bits.
    init(_ bytes: some Sequence<UInt8>) {
      hash = bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
  }

  private let cache: ProvenSessionCache
  /// The connection, which owns this object.
  private unowned let connection: SQLiteConnection
  private var devices: [Device] = []
  /// Whether no device of the change is missing.
  private var isComplete = true
  private var isInstalled = false
  private var rowCount: Int64 = 0

  init(of connection: SQLiteConnection, telling cache: ProvenSessionCache) {
    self.connection = connection
    self.cache = cache
  }

  /// Makes the triggers, unless they exist or the tables do not.
  ///
  /// Without them, each change counts as a change of everything.
  func prepare() {
    guard !isInstalled, (try? connection.hasAdditionalTables()) == true else { return }
    let function:
      @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void = {
        call,
        count,
        values in
        guard count == 1, let value = values?.pointee, let object = sqlite3_user_data(call) else {
          return
        }
        let devices = Unmanaged<ChangedDevices>.fromOpaque(object).takeUnretainedValue()
        // For lack of memory.
        guard let text = sqlite3_value_text(value) else { return devices.isComplete = false }
        let length = Int(sqlite3_value_bytes(value))
        devices.devices.append(Device(UnsafeBufferPointer(start: text, count: length)))
      }
    // The object outlives the connection, which owns it. Without INNOCUOUS, a trigger could use the function in a
    // trusted schema alone.
    let code = sqlite3_create_function_v2(
      connection.handle,
      "moniker_changed",
      1,
      SQLITE_UTF8 | SQLITE_INNOCUOUS,
      Unmanaged.passUnretained(self).toOpaque(),
      function,
      nil,
      nil,
      nil
    )
    guard code == SQLITE_OK else { return }
    isInstalled = (try? connection.execute(Self.triggers)) != nil
    // A script that fails leaves its transaction open.
    if connection.isInTransaction { _ = try? connection.execute("ROLLBACK") }
  }

  /// One for each table and change that ``SQLiteConnection/ofConfirmedToken`` sees.
  ///
  /// With recursive triggers, a row that is replaced counts as deleted.
  private static let triggers = """
    PRAGMA temp_store = MEMORY;
    PRAGMA recursive_triggers = ON;
    BEGIN;
    CREATE TEMP TRIGGER device_changed AFTER UPDATE OF id, token, label, registered_at, host, terminal
    ON main.device BEGIN SELECT moniker_changed(OLD.id), moniker_changed(NEW.id); END;
    CREATE TEMP TRIGGER device_removed AFTER DELETE ON main.device
    BEGIN SELECT moniker_changed(OLD.id); END;
    CREATE TEMP TRIGGER session_activated AFTER INSERT ON main.active_session
    BEGIN SELECT moniker_changed(NEW.device); END;
    CREATE TEMP TRIGGER active_session_changed AFTER UPDATE ON main.active_session
    BEGIN SELECT moniker_changed(OLD.device), moniker_changed(NEW.device); END;
    CREATE TEMP TRIGGER session_deactivated AFTER DELETE ON main.active_session
    BEGIN SELECT moniker_changed(OLD.device); END;
    CREATE TEMP TRIGGER session_changed AFTER UPDATE ON main.session
    BEGIN SELECT moniker_changed(OLD.device), moniker_changed(NEW.device); END;
    CREATE TEMP TRIGGER session_removed AFTER DELETE ON main.session
    BEGIN SELECT moniker_changed(OLD.device); END;
    CREATE TEMP TRIGGER account_changed
    AFTER UPDATE OF number, id, nickname, nickname_key, nickname_skeleton, shown_skeleton, created_at
    ON main.account
    BEGIN SELECT moniker_changed(device) FROM main.session WHERE account IN (OLD.number, NEW.number); END;
    COMMIT
    """

  func willChange() {
    devices.removeAll(keepingCapacity: devices.capacity < 10_000)
    isComplete = true
    rowCount = connection.writtenRowCount
    cache.willChange()
  }

  func didChange(isCommitted: Bool) {
    guard isCommitted else { return cache.didChange([], commits: 0) }
    // A transaction that wrote nothing is no commit in the WAL. One that made tables alone looks like it.
    let commits: UInt32 = connection.writtenRowCount > rowCount ? 1 : 0
    cache.didChange(isInstalled && isComplete ? devices : nil, commits: commits)
  }
}
