import CSQLite
import MonikerDomain

/// The devices whose rows a connection changes, by which a cache knows what is outdated.
///
/// Triggers of the connection find them. So no statement can be forgotten, and the file has no trigger, which
/// other programs would have to know.
final class ChangedDevices: SQLiteCommitObserver {
  private let cache: ProvenSessionCache
  /// The connection, which owns this object.
  private unowned let connection: SQLiteConnection
  /// The devices of the change, each with its session after it if the cache has use for that.
  private var devices: [DeviceID: ProvenSessionCache.RenewedSession?] = [:]
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
        // There is no text for lack of memory, and no ID in a damaged row.
        guard let text = sqlite3_value_text(value),
          let (high, low) = IdentifierText.parse(
            UnsafeBufferPointer(start: text, count: Int(sqlite3_value_bytes(value)))
          )
        else { return devices.isComplete = false }
        devices.devices.updateValue(nil, forKey: DeviceID(high: high, low: low))
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

  /// Reads what the changed devices that the cache knows prove from now on.
  ///
  /// The pages are at hand. Without this, the next question of each device would read the file again.
  func willCommit() {
    guard isInstalled, isComplete else { return }
    for device in devices.keys where cache.knows(device) {
      guard let renewed = try? connection.renewedSession(of: device) else { continue }
      devices.updateValue(renewed, forKey: device)
    }
  }

  func didChange(isCommitted: Bool) {
    guard isCommitted else { return cache.didChange([:], commits: 0) }
    // A transaction that wrote nothing is no commit in the WAL. One that made tables alone looks like it.
    let commits: UInt32 = connection.writtenRowCount > rowCount ? 1 : 0
    cache.didChange(isInstalled && isComplete ? devices : nil, commits: commits)
  }
}
