/// The errors of registering devices and of credentials.
public enum CredentialError: Error, Hashable, Sendable {
  /// The account has no open session on the device of the call, or does not exist.
  case notSignedIn

  /// The account has a recovery key, and the call does not prove that its caller has it.
  case proofDemanded

  /// No registered device has this ID, or it is outside the scope of the call.
  case noSuchDevice(DeviceID)

  /// The device has no token that is unconfirmed.
  case noUnusedToken(DeviceID)

  /// No link has this code, or it is void.
  case noSuchLink

  /// The link is pending or was denied.
  case linkNotApproved(LinkState)

  /// The device has given too many wrong user codes; it can try again from this time on.
  case tooManyWrongCodes(until: Timestamp)

  /// The link asks for more than to be signed in, and the account has not been signed in on both devices for
  /// ``Link/minimumSessionAge``; it has from this time on, if both sessions stay open.
  case sessionsTooNew(until: Timestamp)

  /// No valid identity token has this ID, or its account is outside the scope of the call.
  case noSuchIdentityToken(IdentityTokenID)

  /// The account has ``IdentityToken/maximumCount`` valid identity tokens.
  case tooManyIdentityTokens

  /// The request cannot be repeated; no port throws this.
  case notRepeatable(RepetitionError)

  /// The store failed; nothing was changed unless the failure says otherwise.
  case store(StoreFailure)
}
