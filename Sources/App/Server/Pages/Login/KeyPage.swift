#if Server
/// The page that shows the recovery key of a new account, once.
struct KeyPage: PageTemplates.Content {
  static let template = "key"

  /// The nickname.
  let nickname: String

  /// That the nickname is written otherwise than it was typed.
  let notice: Sentence?

  /// The recovery key.
  let key: String

  /// The form that saves the key.
  let ticket: PageTicket
}

/// The page of a nickname that an account has: with the recovery key, or with another device.
struct ProofPage: PageTemplates.Content {
  static let template = "proof"

  /// The nickname as it was typed.
  let nickname: String

  /// What is wrong with the recovery key.
  let problem: String?

  /// The value of the choice how long the session lasts.
  let terms: String

  /// The form with the key.
  let keyTicket: PageTicket

  /// The form that asks another device.
  let linkTicket: PageTicket
}
#endif
