import MonikerDomain

/// A step in the life of the schema: the file's `user_version` counts those that it has gone
/// through.
///
/// The list only grows. Files that went through a step are out there, so a step that was released
/// is never edited: what was wrong with it is put right by a further one.
struct SQLiteMigration: Sendable {
  let name: String
  let parts: [Part]

  /// What a step does, one after another, in one transaction.
  enum Part: Sendable {
    case script(String)
    /// What SQL cannot say.
    case change(@Sendable (SQLiteConnection) throws(StoreFailure) -> Void)
  }

  /// The first version whose pages have checksums.
  ///
  /// Its step changes no table, but the database has to be written as a whole before it. From it on the tables
  /// are those of today, and the steps add indexes alone.
  static let firstWithPageSums = 4

  static let all = [
    SQLiteMigration(
      name: "accounts, sessions and the active session",
      parts: [
        .script(
          """
          CREATE TABLE account (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            nickname TEXT NOT NULL,
            nickname_key TEXT NOT NULL UNIQUE,
            created_at INTEGER NOT NULL
          ) STRICT;
          CREATE TABLE session (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            account INTEGER NOT NULL REFERENCES account (number),
            started_at INTEGER NOT NULL,
            last_seen_at INTEGER NOT NULL,
            expires_at INTEGER,
            host TEXT,
            terminal TEXT
          ) STRICT;
          CREATE UNIQUE INDEX session_of_account ON session (account);
          CREATE TABLE active_session (
            slot INTEGER PRIMARY KEY CHECK (slot = 1),
            session INTEGER NOT NULL REFERENCES session (number) ON DELETE CASCADE
          ) STRICT;
          """
        )
      ]
    ),
    SQLiteMigration(
      name: "nicknames by RFC 8266, and what they look like",
      parts: [
        .script(
          """
          ALTER TABLE account ADD COLUMN nickname_skeleton TEXT NOT NULL DEFAULT '';
          ALTER TABLE account ADD COLUMN shown_skeleton TEXT NOT NULL DEFAULT '';
          """
        ),
        .change { connection throws(StoreFailure) in try connection.adoptNicknames() },
        .script(
          """
          CREATE UNIQUE INDEX account_of_skeleton ON account (nickname_skeleton);
          CREATE UNIQUE INDEX account_of_shown_skeleton ON account (shown_skeleton);
          """
        ),
      ]
    ),
    SQLiteMigration(
      name: "sessions that have ended, events, and the latest time",
      parts: [
        .script(
          """
          ALTER TABLE account ADD COLUMN last_signed_in_at INTEGER;
          UPDATE account SET last_signed_in_at =
            (SELECT started_at FROM session WHERE session.account = account.number);
          ALTER TABLE session ADD COLUMN slides_by INTEGER;
          ALTER TABLE session ADD COLUMN ended_at INTEGER;
          ALTER TABLE session ADD COLUMN end_reason TEXT;
          ALTER TABLE session ADD COLUMN end_event INTEGER;
          DROP INDEX session_of_account;
          CREATE UNIQUE INDEX open_session_of_account ON session (account) WHERE ended_at IS NULL;
          CREATE INDEX session_of_account ON session (account);
          CREATE INDEX open_session_by_expiry ON session (expires_at)
            WHERE ended_at IS NULL AND expires_at IS NOT NULL;
          CREATE INDEX ended_session_by_event ON session (end_event) WHERE end_event IS NOT NULL;
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
          CREATE TABLE latest_time (
            slot INTEGER PRIMARY KEY CHECK (slot = 1),
            time INTEGER NOT NULL,
            clock INTEGER NOT NULL
          ) STRICT;
          INSERT INTO latest_time SELECT 1, latest, latest FROM (
            SELECT max(time) AS latest FROM (
              SELECT created_at AS time FROM account UNION ALL SELECT last_seen_at FROM session
            )
          ) WHERE latest IS NOT NULL;
          """
        )
      ]
    ),
    SQLiteMigration(name: "checksums of pages", parts: []),
    SQLiteMigration(
      name: "open sessions in their order",
      parts: [.script("CREATE INDEX open_session ON session (number) WHERE ended_at IS NULL;")]
    ),
  ]
}
