/// A step in the life of the schema: the file's `user_version` counts those that it has gone
/// through.
///
/// The list only grows. Files that went through a step are out there, so a step that was released
/// is never edited: what was wrong with it is put right by a further one.
struct SQLiteMigration {
  let name: String
  let script: String

  static let all = [
    SQLiteMigration(
      name: "accounts, sessions and the active session",
      script: """
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
}
