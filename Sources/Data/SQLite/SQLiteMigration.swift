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
  ]
}
