#if Server
import MonikerDomain
import MonikerModel

/// The schema of a store: the tables of one version, and how an earlier version becomes a later one.
///
/// All tables are in a schema of their own, which the owner of the schema makes and changes. A service
/// needs a role that owns nothing: it reads and changes rows alone.
package enum PostgreSQLSchema {
  /// The name of the schema.
  static let name = "moniker"

  /// The scripts that make version 1, 2 and so on from the one before.
  ///
  /// What was released is never edited.
  static let migrations = [version1]

  /// The version that this program reads and writes.
  static var version: Int { migrations.count }

  /// The key of the advisory lock that one migration at a time holds.
  private static let lock: Int64 = 0x4D4E_4B52_0000_0001

  /// Checks the schema once on a new connection, and makes or migrates it where the role may.
  ///
  /// - Throws: ``/MonikerDomain/StoreFailure/Reason/newer(found:supported:)`` for a later version, and
  ///   ``/MonikerDomain/StoreFailure/Reason/permissionDenied`` if the schema is missing or of an earlier
  ///   version and the role may not change it.
  static func prepare(
    _ connection: PostgreSQLConnection,
    of location: String
  ) throws(PostgreSQLFailure) {
    let found = try foundVersion(on: connection)
    try refuseNewer(found, at: location)
    guard found != version else { return }
    guard try mayMigrate(connection) else {
      let detail =
        found == 0
        ? "the schema \(name) is missing, and this role may not make it"
        : "the schema has version \(found), this program needs \(version), and this role may not migrate it"
      throw PostgreSQLFailure(StoreFailure(.permissionDenied, at: location, detail: detail))
    }
    try migrate(connection, of: location)
  }

  /// The version of the schema; 0 if there is none.
  static func foundVersion(
    on connection: PostgreSQLConnection
  ) throws(PostgreSQLFailure) -> Int {
    // A query of the catalog, not a look-up of the name: a session remembers that a name was missing, also
    // while it waits for another one that makes the table.
    let exists = try connection.row(
      """
      SELECT 1 FROM pg_catalog.pg_class JOIN pg_catalog.pg_namespace
        ON pg_namespace.oid = pg_class.relnamespace
      WHERE nspname = '\(name)' AND relname = 'schema_version'
      """
    ) { _ in true }
    guard exists == true else { return 0 }
    let version = try connection.row("SELECT version FROM \(name).schema_version") {
      row throws(PostgreSQLFailure) in try row.integer(0)
    }
    return Int(version ?? 0)
  }

  private static func refuseNewer(
    _ found: Int,
    at location: String
  ) throws(PostgreSQLFailure) {
    guard found > version else { return }
    throw PostgreSQLFailure(
      StoreFailure(
        .newer(found: found, supported: version),
        at: location,
        detail: "a later version of this program has migrated the schema"
      )
    )
  }

  /// Whether the role may make the schema, or owns it.
  private static func mayMigrate(
    _ connection: PostgreSQLConnection
  ) throws(PostgreSQLFailure) -> Bool {
    try connection.row(
      """
      SELECT coalesce(
        (SELECT pg_catalog.pg_has_role(nspowner, 'USAGE') FROM pg_catalog.pg_namespace
          WHERE nspname = '\(name)'),
        pg_catalog.has_database_privilege(pg_catalog.current_database(), 'CREATE'))
      """
    ) { row throws(PostgreSQLFailure) in try row.boolean(0) } ?? false
  }

  /// Brings the schema to the present version, in one transaction.
  ///
  /// Of several migrations at once, one makes the change and the others find it made.
  static func migrate(
    _ connection: PostgreSQLConnection,
    of location: String
  ) throws(PostgreSQLFailure) {
    try connection.execute("BEGIN")
    do throws(PostgreSQLFailure) {
      try connection.execute("SELECT pg_catalog.pg_advisory_xact_lock(\(lock))")
      let found = try foundVersion(on: connection)
      try refuseNewer(found, at: location)
      if found == 0 { try begin(connection, at: location) }
      for script in migrations[min(found, version)...] {
        try connection.execute("SET LOCAL search_path = \(name), pg_catalog;\n" + script)
      }
      try connection.execute(
        "UPDATE \(name).schema_version SET version = \(version) WHERE version <> \(version)"
      )
      try connection.execute("COMMIT")
    } catch {
      try? connection.execute("ROLLBACK")
      throw error
    }
  }

  /// Makes the empty schema, which says its version from then on.
  private static func begin(
    _ connection: PostgreSQLConnection,
    at location: String
  ) throws(PostgreSQLFailure) {
    let encoding = try connection.row("SHOW server_encoding") { row throws(PostgreSQLFailure) in
      try row.text(0)
    }
    guard encoding == "UTF8" else {
      throw PostgreSQLFailure(
        StoreFailure(
          .unsupported,
          at: location,
          detail: "the database has the encoding \(encoding ?? "of nobody"), and must have UTF8"
        )
      )
    }
    try connection.execute(
      """
      CREATE SCHEMA IF NOT EXISTS \(name);
      CREATE TABLE \(name).schema_version (
        is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
        version integer NOT NULL
      );
      INSERT INTO \(name).schema_version (version) VALUES (0);
      """
    )
  }

  /// What the owner of the schema runs, so that another role can use the store and no more.
  ///
  /// - Parameter role: the name of the role, quoted here.
  package static func grants(to role: String) -> String {
    let role = "\"" + role.replacing("\"", with: "\"\"") + "\""
    return """
      GRANT USAGE ON SCHEMA \(name) TO \(role);
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \(name) TO \(role);
      REVOKE INSERT, UPDATE, DELETE ON \(name).schema_version FROM \(role);
      GRANT SELECT, USAGE ON ALL SEQUENCES IN SCHEMA \(name) TO \(role);
      """
  }
}
#endif
