#if Server
/// The page that shows a new recovery key, until the person says that they have kept it.
struct KeyPage: PageTemplates.Content {
  static let template = "key"

  /// The nickname.
  let nickname: String

  /// What has happened before.
  let notice: String?

  /// The recovery key.
  let key: String

  /// The form that saves the key.
  let ticket: PageTicket

  /// The form that says that the key is kept.
  let keptTicket: PageTicket
}

/// The page on which a person replaces a recovery key.
struct RecoveryKeyPage: PageTemplates.Content {
  static let template = "recovery-key"

  /// What has happened before.
  var notice: String?

  /// The nickname.
  let nickname: String

  /// Whether the account has a key.
  let hasKey: Bool

  /// What is wrong with the present key.
  var problem: String?

  /// The form with the present key, or the one that makes a first key.
  let keyTicket: PageTicket

  /// The form that asks another device.
  let linkTicket: PageTicket
}
#endif
