import MonikerDomain

/// How a store's content is written in a property list; version 2.
///
/// | key | value |
/// |---|---|
/// | `format` | the string `moniker` |
/// | `version` | the integer 2 |
/// | `accounts` | an array of dictionaries, in the order in which the accounts were made: `id`, `nickname`, `nicknameKey`, `nicknameSkeleton`, `nicknameShownSkeleton` (strings), `createdAt` |
/// | `sessions` | an array of dictionaries, in the order of opening: `id`, `account` (an account's id), `startedAt`, `lastSeenAt`; where known `expiresAt`, `host`, `terminal` |
/// | `activeSession` | the id of a session; empty while nobody is signed in |
///
/// Times are integers, milliseconds since 1970-01-01T00:00:00Z: a `date` of a property list has
/// whole seconds only. Other keys of the dictionary are left as they are.
///
/// Version 1 had no skeletons, and keys by earlier rules. It is read as what it is today, and the
/// next change writes version 2.
enum PropertyListLayout {
  private static let format = "moniker"
  private static let version: Int64 = 2

  /// Reads the content of a file.
  ///
  /// - Parameters:
  ///   - content: the root dictionary; nil where there is no file.
  ///   - path: the file, for failures.
  static func state(
    in content: [String: PropertyListValue]?,
    at path: String
  ) throws(StoreFailure) -> StoreState {
    guard let content else { return StoreState() }
    guard content["format"] == .string(format) else {
      throw StoreFailure(
        .foreign,
        at: path,
        detail: "a property list of another program (it has no key \"format\" with \"\(format)\")"
      )
    }
    let root = PropertyListRecord(content, named: "the root", at: path)
    let found = try root.integer("version")
    guard found >= 1 else { throw root.damaged("version") }
    guard found <= version else {
      throw StoreFailure(
        .newer(found: Int(found), supported: Int(version)),
        at: path,
        detail: "its layout is version \(found), this program knows versions up to \(version)"
      )
    }
    let records = try root.records("accounts")
    let nicknames = try nicknames(in: records, ofVersion: found, at: path)
    var accounts: [Account] = []
    for (record, nickname) in zip(records, nicknames) {
      accounts.append(try account(from: record, named: nickname))
    }
    let sessions = try root.records("sessions").map { record throws(StoreFailure) in
      try session(from: record)
    }
    do {
      return try StoreState(
        accounts: accounts,
        sessions: sessions,
        activeSessionID: try root.string("activeSession").isEmpty
          ? nil : try root.identifier("activeSession")
      )
    } catch let contradiction as StoreState.Contradiction {
      throw StoreFailure(.damaged, at: path, detail: contradiction.detail)
    } catch let failure as StoreFailure {
      throw failure
    } catch {
      throw StoreFailure(.damaged, at: path, detail: "\(error)")
    }
  }

  /// Writes a state into the content of a file, next to what others keep there.
  static func write(_ state: StoreState, to content: inout [String: PropertyListValue]) {
    content["format"] = .string(format)
    content["version"] = .integer(version)
    content["accounts"] = .array(state.accounts.map(value))
    content["sessions"] = .array(state.sessions.map(value))
    content["activeSession"] = .string(state.activeSessionID?.description ?? "")
  }

  /// The nicknames of the accounts, in their order.
  private static func nicknames(
    in records: [PropertyListRecord],
    ofVersion version: Int64,
    at path: String
  ) throws(StoreFailure) -> [Nickname] {
    var nicknames: [Nickname] = []
    for record in records {
      let key = try record.string("nicknameKey")
      let nickname = Nickname(
        storedText: try record.string("nickname"),
        storedKey: key,
        storedSkeleton: version == 1 ? key : try record.string("nicknameSkeleton"),
        storedShownSkeleton: version == 1 ? key : try record.string("nicknameShownSkeleton")
      )
      guard let nickname else { throw record.damaged("nickname") }
      nicknames.append(nickname)
    }
    guard version == 1 else { return nicknames }
    guard Set(nicknames.map(\.key)).count == nicknames.count else {
      throw StoreFailure(.damaged, at: path, detail: StoreState.Contradiction.sharedNickname)
    }
    return NicknameAdoption.adopt(nicknames.map { ($0.text, $0.key.text) })
  }

  private static func account(
    from record: PropertyListRecord,
    named nickname: Nickname
  ) throws(StoreFailure) -> Account {
    Account(
      id: try record.identifier("id"),
      nickname: nickname,
      createdAt: try record.timestamp("createdAt")
    )
  }

  private static func value(of account: Account) -> PropertyListValue {
    .dictionary([
      "id": .string(account.id.description),
      "nickname": .string(account.nickname.text),
      "nicknameKey": .string(account.nickname.key.text),
      "nicknameSkeleton": .string(account.nickname.skeleton.text),
      "nicknameShownSkeleton": .string(account.nickname.shownSkeleton.text),
      "createdAt": .integer(account.createdAt.millisecondsSince1970),
    ])
  }

  private static func session(from record: PropertyListRecord) throws(StoreFailure) -> Session {
    Session(
      id: try record.identifier("id"),
      accountID: try record.identifier("account"),
      startedAt: try record.timestamp("startedAt"),
      lastSeenAt: try record.timestamp("lastSeenAt"),
      expiresAt: try record.optionalTimestamp("expiresAt"),
      origin: Origin(
        host: try record.optionalString("host"),
        terminal: try record.optionalString("terminal")
      )
    )
  }

  private static func value(of session: Session) -> PropertyListValue {
    var record: [String: PropertyListValue] = [
      "id": .string(session.id.description),
      "account": .string(session.accountID.description),
      "startedAt": .integer(session.startedAt.millisecondsSince1970),
      "lastSeenAt": .integer(session.lastSeenAt.millisecondsSince1970),
    ]
    record["expiresAt"] = session.expiresAt.map { .integer($0.millisecondsSince1970) }
    record["host"] = session.origin.host.map(PropertyListValue.string)
    record["terminal"] = session.origin.terminal.map(PropertyListValue.string)
    return .dictionary(record)
  }
}
