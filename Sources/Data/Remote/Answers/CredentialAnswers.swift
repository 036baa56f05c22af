#if Server
import MonikerDomain

/// A link that has begun.
struct LinkAnswer: Decodable, Sendable {
  let token: SecretAnswer?
  let deviceCode: SecretAnswer
  let userCode: String
  let verificationURI: String
  let expiresIn: Int
  let interval: Int
}

/// A link that another device has begun.
struct LinkDetailsAnswer: Decodable, Sendable {
  let purpose: LinkPurpose
  let label: String?
  let host: String?
  let startedAt: TimeAnswer
  let endsAt: TimeAnswer
}

/// Who an identity token identifies.
struct IdentityAnswer: Decodable, Sendable {
  let nickname: String
  let accountID: IDAnswer<Account>
}

/// A page of devices.
struct DevicePageAnswer: Decodable, Sendable {
  struct DeviceAnswer: Decodable, Sendable {
    let deviceID: IDAnswer<Device>
    let label: String?
    let registeredAt: TimeAnswer
    let host: String?
    let current: Bool
  }

  let devices: [DeviceAnswer]
  let next: String?
}

/// An identity token.
struct IdentityTokenAnswer: Decodable, Sendable {
  let id: IDAnswer<IdentityToken>
  let label: String?
  let issuedAt: TimeAnswer
  let expiresAt: TimeAnswer?
  let deviceID: IDAnswer<Device>
  let token: SecretAnswer?

  func token(of account: AccountID) -> IdentityToken {
    IdentityToken(
      id: id.id,
      of: account,
      issuedBy: deviceID.id,
      label: label,
      at: issuedAt.time,
      expiresAt: expiresAt?.time
    )
  }
}

/// The identity tokens of an account.
struct IdentityTokensAnswer: Decodable, Sendable {
  let identityTokens: [IdentityTokenAnswer]
}

/// A recovery key.
struct RecoveryKeyAnswer: Decodable, Sendable {
  let recoveryKey: SecretAnswer
}
#endif
