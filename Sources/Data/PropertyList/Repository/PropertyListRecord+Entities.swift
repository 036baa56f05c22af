import MonikerDomain
import MonikerModel
import MonikerPropertyList

/// Accounts and sessions as dictionaries of a property list, as ``PropertyListLayout`` defines
/// them.
extension PropertyListRecord {
  func account() throws(StoreFailure) -> Account {
    let nickname = Nickname(
      storedText: try string("nickname"),
      storedKey: try string("nicknameKey"),
      storedSkeleton: try string("nicknameSkeleton"),
      storedShownSkeleton: try string("nicknameShownSkeleton")
    )
    guard let nickname else { throw damaged("nickname") }
    return Account(
      id: try identifier("id"),
      nickname: nickname,
      createdAt: try timestamp("createdAt")
    )
  }

  func profile() throws(StoreFailure) -> (account: AccountID, profile: Profile) {
    var picture: Picture?
    if let id = try optionalString("picture") {
      let fields = PictureFields(
        id: id,
        text: try optionalString("pictureText"),
        address: try optionalString("pictureAddress"),
        author: try optionalString("pictureAuthor"),
        authorAddress: try optionalString("pictureAuthorAddress"),
        source: try optionalString("pictureSource")
      )
      picture = fields.picture
      guard picture != nil else { throw damaged("picture") }
    }
    let content = ProfileContent(
      storedTitle: try optionalString("title") ?? "",
      description: try optionalString("description") ?? "",
      picture: picture
    )
    guard let content else { throw damaged("title") }
    let profile = Profile(
      content,
      version: try count("version"),
      changedAt: try timestamp("changedAt")
    )
    guard profile.isValid else { throw damaged("version") }
    return (try identifier("profileOf"), profile)
  }

  func session() throws(StoreFailure) -> Session {
    Session(
      id: try identifier("id"),
      accountID: try identifier("account"),
      deviceID: has("device") ? try identifier("device") : .local,
      startedAt: try timestamp("startedAt"),
      lastSeenAt: try timestamp("lastSeenAt"),
      expiresAt: try optionalTimestamp("expiresAt"),
      idleTimeout: has("idleTimeout") ? .milliseconds(try count("idleTimeout")) : nil,
      origin: try origin()
    )
  }

  /// The rows of a table; a row that `read` rejects means a damaged file.
  func table<Row>(
    _ key: String,
    fields count: Int,
    read: ([Substring]) -> Row?
  ) throws(StoreFailure) -> [Row] {
    let text = try string(key)
    guard let rows = PropertyListTable.rows(of: text, fields: count, read: read) else {
      throw damaged(key)
    }
    return rows
  }

  private func origin() throws(StoreFailure) -> Origin {
    Origin(host: try optionalString("host"), terminal: try optionalString("terminal"))
  }
}

extension PropertyListValue {
  static func record(of account: Account, lastSignedInAt: Timestamp?) -> PropertyListValue {
    var record: [String: PropertyListValue] = [
      "id": .string(account.id.description),
      "nickname": .string(account.nickname.text),
      "nicknameKey": .string(account.nickname.key.text),
      "nicknameSkeleton": .string(account.nickname.skeleton.text),
      "nicknameShownSkeleton": .string(account.nickname.shownSkeleton.text),
      "createdAt": .time(account.createdAt),
    ]
    record["lastSignedInAt"] = lastSignedInAt.map(time)
    return .dictionary(record)
  }

  static func record(of profile: Profile, of account: AccountID) -> PropertyListValue {
    let content = profile.content
    let picture = content.picture.map { PictureFields($0) }
    let texts: [String: String?] = [
      "profileOf": account.description,
      "title": content.title.isEmpty ? nil : content.title,
      "description": content.description.isEmpty ? nil : content.description,
      "picture": picture?.id,
      "pictureText": picture?.text,
      "pictureAddress": picture?.address,
      "pictureAuthor": picture?.author,
      "pictureAuthorAddress": picture?.authorAddress,
      "pictureSource": picture?.source,
    ]
    var record = texts.compactMapValues { $0.map(PropertyListValue.string) }
    record["version"] = .integer(Int64(profile.version))
    record["changedAt"] = profile.changedAt.map(time)
    return .dictionary(record)
  }

  /// - Parameter place: the place of an open session in the order of all sessions.
  static func record(of session: Session, at place: Int) -> PropertyListValue {
    var record: [String: PropertyListValue] = [
      "place": .integer(Int64(place)),
      "id": .string(session.id.description),
      "account": .string(session.accountID.description),
      "startedAt": .time(session.startedAt),
      "lastSeenAt": .time(session.lastSeenAt),
    ]
    if session.deviceID != .local { record["device"] = .string(session.deviceID.description) }
    record["expiresAt"] = session.expiresAt.map(time)
    record["idleTimeout"] = session.idleTimeout.map { .integer($0.wholeMilliseconds) }
    record["host"] = session.origin.host.map(PropertyListValue.string)
    record["terminal"] = session.origin.terminal.map(PropertyListValue.string)
    return .dictionary(record)
  }

  private static func time(_ time: Timestamp) -> PropertyListValue {
    .integer(time.millisecondsSince1970)
  }
}
