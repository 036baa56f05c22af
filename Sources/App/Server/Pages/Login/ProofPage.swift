#if Server
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
