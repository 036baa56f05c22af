import MonikerDomain

extension SQLiteSchema {
  /// The tables that every store has; the number of a profile is that of its account.
  static let moniker = SQLiteSchema(
    // "MNKR"
    applicationID: 0x4D4E_4B52,
    tables: """
      CREATE TABLE account (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        nickname TEXT NOT NULL,
        nickname_key TEXT NOT NULL UNIQUE,
        nickname_skeleton TEXT NOT NULL,
        shown_skeleton TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        last_signed_in_at INTEGER,
        recovery_key TEXT,
        suspended_at INTEGER
      ) STRICT;
      CREATE UNIQUE INDEX account_of_skeleton ON account (nickname_skeleton);
      CREATE UNIQUE INDEX account_of_shown_skeleton ON account (shown_skeleton);
      CREATE TABLE profile (
        number INTEGER PRIMARY KEY REFERENCES account (number) ON DELETE CASCADE,
        version INTEGER NOT NULL,
        changed_at INTEGER NOT NULL,
        title TEXT NOT NULL,
        description TEXT NOT NULL,
        picture TEXT
      ) STRICT;
      CREATE TABLE session (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        account INTEGER NOT NULL REFERENCES account (number),
        device TEXT NOT NULL,
        started_at INTEGER NOT NULL,
        last_seen_at INTEGER NOT NULL,
        expires_at INTEGER,
        idle_timeout INTEGER,
        host TEXT,
        terminal TEXT,
        ended_at INTEGER,
        end_reason TEXT,
        end_event INTEGER
      ) STRICT;
      CREATE INDEX session_of_account ON session (account, device);
      CREATE UNIQUE INDEX open_session_on_device ON session (device, account)
        WHERE ended_at IS NULL;
      CREATE INDEX open_session ON session (number) WHERE ended_at IS NULL;
      CREATE INDEX open_session_by_expiry ON session (expires_at)
        WHERE ended_at IS NULL AND expires_at IS NOT NULL;
      CREATE INDEX ended_session_by_event ON session (end_event) WHERE end_event IS NOT NULL;
      CREATE TABLE active_session (
        device TEXT PRIMARY KEY NOT NULL,
        session INTEGER NOT NULL UNIQUE REFERENCES session (number) ON DELETE CASCADE
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE event (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        time INTEGER NOT NULL,
        kind TEXT NOT NULL,
        account TEXT NOT NULL,
        nickname TEXT,
        earlier_nickname TEXT,
        session TEXT,
        device TEXT,
        host TEXT,
        terminal TEXT
      ) STRICT;
      CREATE INDEX event_of_account ON event (account);
      """
  )
}

extension SQLiteFile {
  /// Makes the file of a store at a path.
  ///
  /// - Parameter wait: how long to wait for other connections before a call fails as busy.
  init(path: String, wait: Duration, makesParents: Bool = false) {
    self.init(path: path, schema: .moniker, wait: wait, makesParents: makesParents)
  }
}

/// The tables of credentials, resting nicknames, settings and intentions, which most stores never need.
///
/// They are made when the first row is written: each command parses the definitions of all tables,
/// and these would add 14% to the instructions of `whoami`.
///
/// The `token` of a device is confirmed, and `next_token` is not. It has one of them at least, since two
/// that are missing would be equal.
extension SQLiteConnection {
  private static let additionalTables = """
    CREATE TABLE device (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      token TEXT UNIQUE,
      next_token TEXT UNIQUE,
      label TEXT,
      registered_at INTEGER NOT NULL,
      host TEXT,
      terminal TEXT,
      CHECK (token IS NOT next_token)
    ) STRICT;
    CREATE TABLE link (
      device TEXT PRIMARY KEY NOT NULL REFERENCES device (id) ON DELETE CASCADE,
      device_code TEXT NOT NULL UNIQUE,
      user_code TEXT NOT NULL UNIQUE,
      purpose TEXT NOT NULL,
      started_at INTEGER NOT NULL,
      host TEXT,
      terminal TEXT,
      state TEXT NOT NULL,
      account INTEGER REFERENCES account (number) ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE identity_token (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      digest TEXT NOT NULL UNIQUE,
      account INTEGER NOT NULL REFERENCES account (number) ON DELETE CASCADE,
      device TEXT NOT NULL,
      label TEXT,
      issued_at INTEGER NOT NULL,
      expires_at INTEGER
    ) STRICT;
    CREATE INDEX identity_token_of_account ON identity_token (account);
    CREATE INDEX identity_token_of_device ON identity_token (device);
    CREATE INDEX ended_session_of_device ON session (device) WHERE ended_at IS NOT NULL;
    CREATE TABLE resting_nickname (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      nickname TEXT NOT NULL UNIQUE,
      nickname_key TEXT NOT NULL,
      nickname_skeleton TEXT NOT NULL,
      shown_skeleton TEXT NOT NULL,
      account TEXT NOT NULL,
      freed_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX resting_nickname_of_key ON resting_nickname (nickname_key);
    CREATE INDEX resting_nickname_of_skeleton ON resting_nickname (nickname_skeleton);
    CREATE INDEX resting_nickname_of_shown_skeleton ON resting_nickname (shown_skeleton);
    CREATE INDEX resting_nickname_by_time ON resting_nickname (freed_at);
    CREATE TABLE wrong_code (
      device TEXT PRIMARY KEY NOT NULL,
      since INTEGER NOT NULL,
      count INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE sign_up (
      network TEXT PRIMARY KEY NOT NULL,
      since INTEGER NOT NULL,
      count INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE setting (
      name TEXT PRIMARY KEY NOT NULL,
      value INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE intention (
      id TEXT PRIMARY KEY NOT NULL,
      time INTEGER NOT NULL,
      device TEXT NOT NULL,
      content TEXT,
      answer TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX intention_by_time ON intention (time);
    """

  static let additionalTableNames = [
    "device", "identity_token", "intention", "link", "resting_nickname", "setting", "sign_up",
    "wrong_code",
  ]

  /// Whether the database has the tables that are made when they are needed.
  ///
  /// Call it in the transaction that reads or changes them.
  func hasAdditionalTables() throws(StoreFailure) -> Bool {
    // They are made in one step.
    try row("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'device'") { _ in true }
      ?? false
  }

  /// Makes the additional tables, inside a transaction, unless the database has them.
  func makeAdditionalTables() throws(StoreFailure) {
    guard try !hasAdditionalTables() else { return }
    try execute(Self.additionalTables)
  }
}

extension SQLiteConnection {
  /// Makes the tables of a store in an empty database.
  func makeStore() throws(StoreFailure) {
    try SQLiteSchema.moniker.make(on: self)
  }

  /// Refuses tables that a later version has migrated since this connection was opened.
  func checkVersion() throws(StoreFailure) {
    try SQLiteSchema.moniker.refuseUnknown(try version(), of: location)
  }

  /// Refuses tables of a later version, unless the database is unchanged since the last check.
  ///
  /// Call it in a transaction that has read, or that holds the write lock.
  func checkVersionUnlessKnown() throws(StoreFailure) {
    guard !isUnchangedSinceCheck else { return }
    try checkVersion()
    noteCheck()
  }

  /// Runs `body` in one snapshot, and refuses tables of a later version.
  func readKnowingVersion<Result>(
    _ body: (SQLiteConnection) throws(StoreFailure) -> Result
  ) throws(StoreFailure) -> Result {
    try transaction(.deferred) { () throws(StoreFailure) in
      let result = try body(self)
      try checkVersionUnlessKnown()
      return result
    }
  }
}
