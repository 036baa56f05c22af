extension CredentialError: CustomStringConvertible {
  /// A sentence that says what happened, and to what.
  public var description: String {
    switch self {
    case .notSignedIn:
      "The account is not signed in on this device."
    case .proofDemanded:
      "The proof is missing, or it does not prove that the account is yours."
    case .noSuchDevice(let id):
      "There is no device \(id)."
    case .noUnusedToken:
      "The device has used its token, and needs no other one in its place."
    case .noSuchLink:
      "There is no request of a device with this code: it was mistyped, is over, or was used."
    case .linkNotApproved(.pending), .linkNotApproved(.approved):
      "Nobody has approved the request of this device yet."
    case .linkNotApproved(.denied):
      "The request of this device was denied."
    case .tooManyWrongCodes(let end):
      "This device has given too many wrong codes. It can give another one from \(end) on."
    case .sessionsTooNew(let end):
      "The account must have been signed in on both devices for 24 hours before one approves this for the "
        + "other: it will have been from \(end) on. Nothing was approved."
    case .noSuchIdentityToken(let id):
      "There is no identity token \(id)."
    case .tooManyIdentityTokens:
      "The account has \(IdentityToken.maximumCount) identity tokens, and can have no more."
    case .notRepeatable(let error):
      error.description
    case .store(let failure):
      failure.description
    }
  }
}
