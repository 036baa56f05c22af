import MonikerDomain
import MonikerFiles
import MonikerModel

/// The profiles, which are rows of the table `profile`.
extension SQLiteConnection {
  /// The columns of a profile, for ``SQLiteRow/profile(at:)``.
  static let profileColumns = "version, changed_at, title, description, picture"

  func profile(of account: AccountID, in view: StoreView) throws(StoreFailure) -> Profile? {
    guard let found = try self.account(of: account), try isVisible(found, in: view) else {
      return nil
    }
    return try profile(of: found)
  }

  private func profile(of account: NumberedAccount) throws(StoreFailure) -> Profile {
    try row(
      "SELECT \(Self.profileColumns) FROM profile WHERE number = ?",
      .integer(account.number)
    ) { row throws(StoreFailure) in try row.profile(at: 0) } ?? .unsaved
  }

  func save(
    _ edit: ProfileEdit,
    _ context: ChangeContext
  ) throws(StoreFailure) -> Result<StoreStep<Profile>, ProfileError> {
    try performOnce(context) { () throws(StoreFailure) in
      guard let found = try account(of: edit.accountID),
        let active = try session(of: found, on: context.deviceID)?.state(at: context.time)
      else { return .failure(.notSignedIn) }
      guard active.session.ending == nil else { return .failure(.sessionEnded(active)) }
      let stored = try profile(of: found)
      guard stored.content != edit.content else { return .success(.unchanged(stored)) }
      guard edit.isBased(on: stored) else {
        return .failure(.conflict(ProfileConflict(stored: stored, refused: edit.content)))
      }
      let saved = stored.changed(to: edit.content, at: context.time)
      try set(saved, of: found.number)
      try record(.profileChanged, of: found.account, active.session.id, in: context)
      return .success(.changed(saved))
    }
  }

  private func set(_ profile: Profile, of account: Int64) throws(StoreFailure) {
    // SQLite overwrites what it frees: when the account is removed, no earlier text may be left in the
    // file.
    _ = try rows("PRAGMA secure_delete = ON") { _ in }
    let content = profile.content
    try run(
      """
      INSERT OR REPLACE INTO profile (\(Self.profileColumns), number) VALUES (?, ?, ?, ?, ?, ?)
      """,
      .integer(Int64(profile.version)),
      .time(profile.changedAt),
      .text(content.title),
      .text(content.description),
      .text(content.picture.map { PictureFields($0).json }),
      .integer(account)
    )
  }

  // MARK: Records

  func profile(of account: AccountID) throws(StoreFailure) -> Profile {
    guard let found = try self.account(of: account) else { return .unsaved }
    return try profile(of: found)
  }

  func setProfile(_ profile: Profile, of account: AccountID) throws(StoreFailure) {
    guard let found = try self.account(of: account) else {
      throw .damaged(at: location, .profileOfUnknownAccount)
    }
    try set(profile, of: found.number)
  }

  /// The profiles after a row, in the order of their accounts.
  func profileRecords(
    behind number: Int64,
    limit: Int
  ) throws(StoreFailure) -> [(number: Int64, record: StoreRecord)] {
    // An outer join returns a profile whose account is missing. It is a defect and must not be skipped.
    try rows(
      """
      SELECT account.id, \(Self.profileColumns), profile.number
      FROM profile LEFT JOIN account ON account.number = profile.number
      WHERE profile.number > ? ORDER BY profile.number LIMIT ?
      """,
      .integer(number),
      .integer(Int64(limit))
    ) { row throws(StoreFailure) in
      (try row.integer(6), .profile(try row.profile(at: 1), of: try row.identifier(0)))
    }
  }
}

extension SQLiteRow {
  /// The profile in five columns: ``SQLiteConnection/profileColumns``.
  func profile(at first: Int32) throws(StoreFailure) -> Profile {
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
