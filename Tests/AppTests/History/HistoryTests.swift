import Foundation
import MonikerDoubles
import Testing

@Suite struct `The history of a store` {
  private func events(_ sandbox: Sandbox, _ words: String...) async throws -> [[String: Any]] {
    let ending = try await sandbox.launch(["history", "--json"] + words).run().expect(exit: 0)
    let document = try ending.document()
    #expect(Set(document.keys) == ["events", "moreEvents", "store"])
    return try #require(document["events"] as? [[String: Any]])
  }

  @Test(arguments: StoreForm.kinds)
  func `lists each change, the newest last`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    try await sandbox.moniker("history").expect(exit: 0, output: "There are no events.\n")
    try await sandbox.moniker("login", "gildong").expect(exit: 0)
    try await sandbox.moniker("login", "mina").expect(exit: 0)
    try await sandbox.moniker("switch", "gildong").expect(exit: 0)
    try await sandbox.moniker("rename", "hong").expect(exit: 0)
    try await sandbox.moniker("rename", "hong").expect(exit: 0)
    try await sandbox.moniker("accounts", "remove", "mina", "--confirm", "mina").expect(exit: 0)
    try await sandbox.moniker("logout").expect(exit: 0)
    try await sandbox.moniker("logout").expect(exit: 0)
    let events = try await events(sandbox)
    #expect(
      events.map { "\($0["sequence"] ?? "") \($0["kind"] ?? "") \($0["nickname"] ?? "")" } == [
        "1 accountAdded gildong", "2 signedIn gildong", "3 accountAdded <null>",
        "4 signedIn <null>", "5 switched gildong", "6 renamed hong", "7 accountRemoved <null>",
        "8 signedOut hong",
      ]
    )
    #expect(events.map { $0["accountRemoved"] as? Bool == true }.count(where: \.self) == 3)
    #expect(events[5]["previousNickname"] as? String == "gildong")
    let text = try await sandbox.moniker("history", "--limit", "2").expect(exit: 0)
    let lines = text.outputText.split(separator: "\n")
    #expect(lines.count == 2 && lines[0].hasPrefix("7  "), "\(text)")
    #expect(lines[0].contains("removed     a removed account"), "\(text)")
    #expect(text.errorText.contains("There are earlier events."), "\(text)")
  }

  @Test(
    arguments: [["history"], ["sessions", "list"], ["sessions"]],
    ["-1", "x", "--json", "99999999"]
  )
  func `refuses a limit that is no number in its range`(command: [String], limit: String)
    async throws
  {
    let sandbox = try Sandbox(.sqlite)
    let ending = try await sandbox.launch(command + ["--limit", limit]).run().expect(exit: 64)
    #expect(ending.errorText.contains("--limit"), "\(ending)")
    #expect(!ending.errorText.contains("Missing value"), "\(ending)")
  }

  @Test(arguments: StoreForm.kinds)
  func `can be filtered by account and start time, and limited`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    try await sandbox.moniker("login", "gildong").expect(exit: 0)
    try await sandbox.moniker("login", "mina").expect(exit: 0)
    try await sandbox.moniker("rename", "hong").expect(exit: 0)
    #expect(try await events(sandbox, "--account", "HONG").count == 3)
    #expect(try await events(sandbox, "--account", "gildong", "--limit", "1").count == 1)
    #expect(try await events(sandbox, "--since", "1h").count == 5)
    #expect(try await events(sandbox, "--since", "2001-01-01").count == 5)
    #expect(try await events(sandbox, "--since", "2999-01-01T00:00:00.5Z").isEmpty)
    #expect(try await events(sandbox, "--since", "2999-01-01T00:00:00+09:00").isEmpty)
    let nobody = try await sandbox.moniker("history", "--account", "nobody", "--json").expect(
      exit: 7
    )
    #expect(try nobody.error().code == "noSuchAccount")
    for moment in [
      "2026-02-30", "2026-02-29", "2026-13-01", "2026-00-01", "2026-11-21T25:00:00Z",
      "2026-11-21T08:60:00Z", "99999-1-01", "2026-11-21T08:19:00Zjunk", "2026-11-21T08:19:00",
      "2026-11-21T08:19:00+1", " 2026-11-21", "٢٠٢٦-11-21", "",
    ] {
      try await sandbox.moniker("history", "--since", moment).expect(exit: 64)
    }
    // The time of the newest event, in another zone.
    let last = try #require(try await events(sandbox).last?["time"] as? String)
    let day = try Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(last)
    func zoned(_ seconds: Double) -> String {
      var style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
      style.timeZone = .gmt
      return day.addingTimeInterval(seconds + 32_400).formatted(style)
        .replacing("Z", with: "+09:00")
    }
    #expect(try await events(sandbox, "--since", zoned(-3_600)).count == 5)
    #expect(try await events(sandbox, "--since", zoned(60)).isEmpty)
    for moment in [
      "2024-02-29", "2026-11-21t08:19:00z", "2026-11-21T08:19:00.123456789-23:59", "1970-01-01",
    ] {
      try await sandbox.moniker("history", "--since", moment).expect(exit: 0)
    }
    // The times that commands print.
    let printed = /[0-9-]{10} [0-9:]{5,8} UTC/
    for command in [["history"], ["accounts", "list"], ["store", "info"]] {
      let text = try await sandbox.launch(command).run().expect(exit: 0).outputText
      let moment = try #require(text.firstMatch(of: printed), "\(text)")
      #expect(try await events(sandbox, "--since", String(moment.output)).count <= 5)
      if command == ["accounts", "list"] {
        #expect(try await events(sandbox, "--since", String(moment.output)).count == 5)
      }
    }
    for moment in ["2999-01-01 00:00 UTC", "2999-01-01 00:00:00 +09:00", "2999-01-01T00:00Z"] {
      #expect(try await events(sandbox, "--since", moment).isEmpty)
    }
    for words in [
      ["--since", "yesterday"], ["--since", "2999-13-01"], ["--limit", "-1"], ["--limit", "x"],
    ] {
      try await sandbox.launch(["history"] + words).run().expect(exit: 64)
    }
  }

  @Test(arguments: StoreForm.kinds)
  func `keeps as many events as the limit of the store allows`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    func limit(_ words: String...) async throws -> String {
      try await sandbox.launch(["store", "limit"] + words).run().expect(exit: 0).outputText
    }
    #expect(
      try await limit("4")
        == "The store keeps the newest 4 events of each account (before: 1000).\n"
    )
    #expect(try await limit() == "4\n")
    for name in ["other", "n1"] { try await sandbox.moniker("login", name).expect(exit: 0) }
    for number in 2...4 { try await sandbox.moniker("rename", "n\(number)").expect(exit: 0) }
    // Four of each account.
    #expect(try await events(sandbox).map { $0["sequence"] as? Int } == [1, 2, 4, 5, 6, 7])
    _ = try await limit("0")
    try await sandbox.moniker("logout").expect(exit: 0)
    #expect(try await events(sandbox).map { $0["sequence"] as? Int } == [1, 2])
    _ = try await limit("1000")
    try await sandbox.moniker("login", "n4").expect(exit: 0)
    #expect(try await events(sandbox).map { $0["sequence"] as? Int } == [1, 2, 9])
    for value in ["x", "1000001", " 5", ""] {
      let error = try await sandbox.moniker("store", "limit", value, "--json").expect(exit: 64)
      #expect(try error.error().message.contains("number of events"))
      #expect(try await limit() == "1000\n")
    }
  }
}
