#if Server
import MonikerDomain
import MonikerModel

/// The profiles, which are rows of the table `profile`.
extension PostgreSQLTransaction {
  /// The columns of a profile, for `PostgreSQLRow.profile(at:)`.
  static let profileColumns =
    "profile.version, profile.changed_at, profile.title, profile.description, profile.picture"

  func profile(
    of account: AccountID,
    in view: PostgreSQLView
  ) throws(PostgreSQLFailure) -> Profile? {
    guard let found = try visibleAccount(account, in: view) else { return nil }
    return try profile(of: found)
  }

  private func profile(of account: StoredAccount) throws(PostgreSQLFailure) -> Profile {
    try row(
      "SELECT \(Self.profileColumns) FROM profile WHERE number = $1",
      .integer(account.number)
    ) { row throws(PostgreSQLFailure) in try row.profile(at: 0) } ?? .unsaved
  }

  func save(
    _ edit: ProfileEdit,
    _ context: ChangeContext
  ) throws(PostgreSQLFailure) -> Result<StoreStep<Profile>, ProfileError> {
    try performOnce(context) { context throws(PostgreSQLFailure) in
      guard let found = try account(of: edit.accountID, locking: true),
        let active = try session(of: found, on: context.deviceID)?.state(at: context.time)
      else { return .failure(.notSignedIn) }
      guard active.session.ending == nil else { return .failure(.sessionEnded(active)) }
      let stored = try profile(of: found)
      guard stored.content != edit.content else { return .success(.unchanged(stored)) }
      guard edit.isBased(on: stored) else {
        return .failure(.conflict(ProfileConflict(stored: stored, refused: edit.content)))
      }
      let saved = stored.changed(to: edit.content, at: context.time)
      set(saved, of: found.number)
      record(.profileChanged, of: found.account, found.number, active.session.id, in: context)
      return .success(.changed(saved))
    }
  }

  private static func setProfile(_ number: String) -> String {
    """
    INSERT INTO profile (number, version, changed_at, title, description, picture)
    VALUES (\(number), $2, $3, $4, $5, $6)
    ON CONFLICT (number) DO UPDATE SET version = excluded.version,
      changed_at = excluded.changed_at, title = excluded.title,
      description = excluded.description, picture = excluded.picture
    """
  }

  private static func values(
    _ profile: Profile,
    of account: PostgreSQLValue
  ) -> [PostgreSQLValue] {
    let content = profile.content
    return [
      account, .count(profile.version), .time(profile.changedAt), .text(content.title),
      .text(content.description), .text(content.picture.map { PictureFields($0).json }),
    ]
  }

  private func set(_ profile: Profile, of account: Int64) {
    write(Self.setProfile("$1"), Self.values(profile, of: .integer(account)))
  }

  /// Sets a profile; an account that is not there has no number, which a profile must have.
  func set(_ profile: Profile, ofAccountWith id: AccountID) {
    let number = "(SELECT number FROM account WHERE id = $1)"
    write(Self.setProfile(number), Self.values(profile, of: .id(id)))
  }

  // MARK: Records

  func profile(of account: AccountID) throws(PostgreSQLFailure) -> Profile {
    guard let found = try self.account(of: account) else { return .unsaved }
    return try profile(of: found)
  }
}

extension PostgreSQLRow {
  /// The profile in five columns: ``PostgreSQLTransaction/profileColumns``.
  func profile(at first: Int) throws(PostgreSQLFailure) -> Profile {
    var picture: Picture?
    if let json = try optionalText(first + 4) {
      picture = PictureFields(json: json)?.picture
      guard picture != nil else { throw damaged(first + 4) }
    }
    let content = ProfileContent(
      storedTitle: try text(first + 2),
      description: try text(first + 3),
      picture: picture
    )
    guard let content else { throw damaged(first + 2) }
    let version = Int(try integer(first))
    let profile = Profile(content, version: version, changedAt: try timestamp(first + 1))
    guard profile.isValid else { throw damaged(first) }
    return profile
  }
}
#endif
