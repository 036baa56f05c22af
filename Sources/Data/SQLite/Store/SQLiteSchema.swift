/// The tables of a store, and how an earlier version becomes today's: the file's `user_version` is the
/// version.
///
/// A schema that was released is never edited: a later version adds a migration.
struct SQLiteSchema: Sendable {
  static let moniker = SQLiteSchema()

  /// Scripts that each make the next version of the one before it, from version 1 on.
  var migrations: [String] = []

  /// The version that the last migration leads to.
  var version: Int { 1 + migrations.count }

  /// Version 1.
  static let tables = """
    CREATE TABLE account (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      nickname TEXT NOT NULL,
      nickname_key TEXT NOT NULL UNIQUE,
      nickname_skeleton TEXT NOT NULL,
      shown_skeleton TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      last_signed_in_at INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX account_of_skeleton ON account (nickname_skeleton);
    CREATE UNIQUE INDEX account_of_shown_skeleton ON account (shown_skeleton);
    CREATE TABLE session (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      account INTEGER NOT NULL REFERENCES account (number),
      started_at INTEGER NOT NULL,
      last_seen_at INTEGER NOT NULL,
      expires_at INTEGER,
      slides_by INTEGER,
      host TEXT,
      terminal TEXT,
      ended_at INTEGER,
      end_reason TEXT,
      end_event INTEGER
    ) STRICT;
    CREATE INDEX session_of_account ON session (account);
    CREATE UNIQUE INDEX open_session_of_account ON session (account) WHERE ended_at IS NULL;
    CREATE INDEX open_session ON session (number) WHERE ended_at IS NULL;
    CREATE INDEX open_session_by_expiry ON session (expires_at)
      WHERE ended_at IS NULL AND expires_at IS NOT NULL;
    CREATE INDEX ended_session_by_event ON session (end_event) WHERE end_event IS NOT NULL;
    CREATE TABLE active_session (
      slot INTEGER PRIMARY KEY CHECK (slot = 1),
      session INTEGER NOT NULL REFERENCES session (number) ON DELETE CASCADE
    ) STRICT;
    CREATE TABLE event (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      time INTEGER NOT NULL,
      kind TEXT NOT NULL,
      account TEXT NOT NULL,
      nickname TEXT NOT NULL,
      earlier_nickname TEXT,
      session TEXT,
      host TEXT,
      terminal TEXT
    ) STRICT;
    CREATE INDEX event_of_account ON event (account);
    """
}
