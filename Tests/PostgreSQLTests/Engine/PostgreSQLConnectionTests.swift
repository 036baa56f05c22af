#if Server
import MonikerCluster
import MonikerContract
import MonikerDomain
import Testing

@testable import MonikerPostgreSQL

// The limit only ends a hang.
@Suite(.timeLimit(.minutes(5))) struct `A connection to a database` {
  private let place: EngineDatabase

  init() throws { place = try EngineDatabase() }

  /// What the database makes of texts, as a value and as the elements of an array.
  private func stored(_ texts: [String]) async throws -> [String] {
    try await place.pool.change { connection throws(PostgreSQLFailure) in
      try connection.execute("CREATE TABLE moniker.value (number bigint, text text)")
      var number: Int64 = 0
      for text in texts {
        connection.runWithNext(
          "INSERT INTO value VALUES ($1, $2)",
          [.integer(number), .text(text)]
        )
        number += 1
      }
      // The elements of the array must be equal to what was stored one by one.
      let found = try connection.rows(
        """
        SELECT text FROM value JOIN unnest($1::text[]) WITH ORDINALITY AS given (value, place)
          ON place = number + 1 AND value = text ORDER BY number
        """,
        [.texts(texts)]
      ) { row throws(PostgreSQLFailure) in try row.text(0) }
      return (false, found)
    }
  }

  @Test func `returns texts to the letter`() async throws {
    let texts = [
      "", " ", "a", "'", "''", "\\", "\\'", "\"", "\"\"", "$1", "%", "NULL", "{}", "{a,b}", ",",
      "'; DROP TABLE value; --", "\u{1}", "\n\r\t", "é", "e\u{301}", "🦊", "\u{10FFFF}", "\u{FEFF}a",
      String(repeating: "x", count: 100_000),
    ]
    #expect(try await stored(texts) == texts)
  }

  @Test func `returns random texts to the letter`() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let texts = (0..<10_000).map { _ in String.random(using: &random) }
    // Equal strings can have different scalars.
    let isSame =
      try await stored(texts).map { Array($0.unicodeScalars) }
      == texts.map { Array($0.unicodeScalars) }
    #expect(isSame, "The seed is \(seed).")
  }

  @Test(arguments: [PostgreSQLValue.text("a\0b"), .texts(["a", "\0"])])
  func `refuses the character that PostgreSQL cannot keep`(value: PostgreSQLValue) async throws {
    let failure = await failure { try await place.integer("SELECT 1 WHERE $1::text <> ''", value) }
    #expect(failure?.failure.reason == .unsupported)
    #expect(try await place.integer("SELECT 7") == 7)
  }

  @Test(arguments: [0, 1, -1, 10, .max, .min, .max - 1, .min + 1])
  func `returns an integer`(integer: Int64) async throws {
    #expect(try await place.integer("SELECT $1::bigint", .integer(integer)) == integer)
    #expect(
      try await place.integer("SELECT ($1::bigint[])[2]", .integers([1, integer])) == integer
    )
  }

  @Test func `tells null from a value, and a value of another type from none`() async throws {
    try await place.pool.read(.statement) { connection throws(PostgreSQLFailure) in
      _ = try connection.row(
        "SELECT NULL::bigint, $1::text, NULL::text, true, false, 'x', 99999999999999999999::numeric",
        [.null]
      ) { row throws(PostgreSQLFailure) in
        #expect(row.isNull(0) && row.isNull(1) && row.isNull(2) && !row.isNull(3))
        let nulls = (try row.optionalInteger(0), try row.optionalText(1))
        #expect(nulls.0 == nil && nulls.1 == nil)
        let booleans = [try row.boolean(3), try row.boolean(4)]
        #expect(booleans == [true, false])
        #expect(throws: PostgreSQLFailure.self) { try row.integer(0) }
        #expect(throws: PostgreSQLFailure.self) { try row.text(1) }
        #expect(throws: PostgreSQLFailure.self) { try row.integer(5) }
        #expect(throws: PostgreSQLFailure.self) { try row.integer(6) }
        #expect(throws: PostgreSQLFailure.self) { try row.boolean(5) }
      }
    }
  }

  @Test func `prepares a statement once`() async throws {
    let count = try await place.pool.read(.statement) { connection throws(PostgreSQLFailure) in
      for number in 0..<5 as Range<Int64> {
        _ = try connection.integer("SELECT $1::bigint", [.integer(number)])
      }
      return try connection.integer(
        "SELECT count(*) FROM pg_prepared_statements WHERE statement = 'SELECT $1::bigint'"
      )
    }
    #expect(count == 1)
  }

  @Test func `counts the rows that a statement has written`() async throws {
    let counts = try await place.pool.change { connection throws(PostgreSQLFailure) in
      try connection.execute(
        "CREATE TABLE moniker.value (number bigint); CREATE TABLE moniker.other (a text)"
      )
      let some: PostgreSQLValue = .integers([1, 2, 3])
      let inserted = try connection.run("INSERT INTO value SELECT unnest($1::bigint[])", [some])
      let removed = try connection.run("DELETE FROM value WHERE number > $1", [.integer(1)])
      return (false, [inserted, removed])
    }
    #expect(counts == [3, 2])
  }

  @Test func `runs the statements of a pipeline in their order`() async throws {
    let rows = try await place.pool.change { connection throws(PostgreSQLFailure) in
      try connection.execute("CREATE TABLE moniker.value (number bigint)")
      connection.runWithNext("INSERT INTO value VALUES (1)")
      let results = try connection.pipeline([
        ("SELECT number FROM value", []), ("INSERT INTO value VALUES ($1)", [.integer(2)]),
        ("SELECT number FROM value ORDER BY number", []),
      ])
      var rows: [[Int64]] = []
      for result in results {
        var numbers: [Int64] = []
        for row in result { numbers.append(try row.integer(0)) }
        rows.append(numbers)
      }
      return (false, rows)
    }
    #expect(rows == [[1], [], [1, 2]])
  }

  @Test func `stops a pipeline at its first error, and can be used after it`() async throws {
    try await place.change("CREATE TABLE moniker.value (number bigint PRIMARY KEY)")
    let failure = await failure {
      try await place.pool.change { connection throws(PostgreSQLFailure) in
        let insert = "INSERT INTO value VALUES ($1)"
        let rows = try connection.pipeline([
          (insert, [.integer(1)]), (insert, [.integer(1)]), (insert, [.integer(2)]),
          ("SELECT no_such_column", []),
        ])
        return (true, rows.count)
      }
    }
    #expect(failure?.kind == .uniqueViolation(constraint: "value_pkey"))
    #expect(try await place.integer("SELECT count(*) FROM value") == 0)
    try await place.change("INSERT INTO value VALUES (1)")
    #expect(try await place.integer("SELECT count(*) FROM value") == 1)
  }

  @Test func `refuses a statement whose text has no sense, and says why`() async throws {
    let failure = await failure { try await place.integer("SELECT no_such_column") }
    #expect(failure?.kind == .other)
    #expect(failure?.failure.detail.contains("no_such_column") == true)
    #expect(try await place.integer("SELECT 7") == 7)
  }

  @Test(arguments: [
    "SELECT $1::text::bigint", "SELECT 1 / (length($1) - 7)", "INSERT INTO value VALUES ($1)",
    "INSERT INTO value VALUES ('other', $1)",
  ])
  func `shows no value in a failure`(sql: String) async throws {
    try await place.change(
      "CREATE TABLE moniker.value (text text CHECK (text = 'other'), note varchar(3))"
    )
    let failure = await failure { try await place.integer(sql, .text("hunter2")) }
    #expect(failure != nil)
    #expect(!String(reflecting: failure).contains("hunter"))
  }
}

extension String {
  /// A text of up to 20 scalars, of which many have a meaning in SQL.
  fileprivate static func random(using random: inout SeededGenerator) -> String {
    let special = Array("'\"\\;$-{},()%_ \n".unicodeScalars)
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...20, using: &random) {
      let scalar =
        Bool.random(using: &random)
        ? special.randomElement(using: &random)
        : Unicode.Scalar(UInt32.random(in: 1...0x10FFFF, using: &random))
      text.append(scalar ?? "x")
    }
    return String(text)
  }
}
#endif
