public import MonikerDomain

/// What asks with a user code, for the person who decides about it.
public struct LinkRequest: Hashable, Sendable {
  /// What the device asks for.
  public let purpose: LinkPurpose

  /// What its person calls the device; nil if that is not known.
  public let label: String?

  /// The address from which it asks; nil if that is not known.
  public let host: String?

  /// The time of the request.
  public let startedAt: Timestamp

  /// Makes the value.
  ///
  /// - Parameters:
  ///   - purpose: what the device asks for.
  ///   - label: what its person calls the device; nil if that is not known.
  ///   - host: the address from which it asks; nil if that is not known.
  ///   - startedAt: the time of the request.
  public init(purpose: LinkPurpose, label: String?, host: String?, startedAt: Timestamp) {
    self.purpose = purpose
    self.label = label
    self.host = host
    self.startedAt = startedAt
  }

  /// A sentence that says who asks for what.
  ///
  /// - Parameter nickname: the account that it would be approved for.
  public func sentence(about nickname: Nickname) -> String {
    let name = nickname.text.visible
    let what =
      switch purpose {
      case .signIn: "to be signed in as \(name)"
      case .recoveryKey: "to replace the recovery key of \(name)"
      case .removal: "to remove the account \(name)"
      }
    let device = label.map { "The device \"\($0.visible)\"" } ?? "A device without a label"
    let place = host.map { " at \($0.visible)" } ?? ""
    return "\(device)\(place) asks \(what), since \(startedAt.minutes(in: .utc))."
  }
}

/// The decision about a link.
public struct LinkOutcome: Outcome, Hashable {
  private let request: LinkRequest
  private let account: Account
  private let isApproved: Bool
  private let store: StoreDescription

  /// Makes the value.
  ///
  /// - Parameters:
  ///   - request: what asked.
  ///   - account: the account that it was about.
  ///   - isApproved: whether it was approved.
  ///   - store: the description of the store.
  public init(
    _ request: LinkRequest,
    for account: Account,
    isApproved: Bool,
    store: StoreDescription
  ) {
    self.request = request
    self.account = account
    self.isApproved = isApproved
    self.store = store
  }

  /// A sentence.
  public var text: String {
    let device = request.label.map { " of \"\($0.visible)\"" } ?? ""
    guard isApproved else { return "The request\(device) is denied." }
    let name = account.nickname.text.visible
    switch request.purpose {
    case .signIn:
      return
        "The request\(device) is approved: the device is signed in as \(name) when it asks again."
    case .recoveryKey, .removal: return "The request\(device) is approved for \(name)."
    }
  }

  /// True.
  public var isConfirmation: Bool { true }

  private enum CodingKeys: CodingKey {
    case approved, purpose, label, host, nickname, store
  }

  /// Encodes `approved`, `purpose`, `label`, `host`, `nickname` and `store`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(isApproved, forKey: .approved)
    try container.encode(request.purpose.rawValue, forKey: .purpose)
    try container.encode(request.label, forKey: .label)
    try container.encode(request.host, forKey: .host)
    try container.encode(account.nickname.text, forKey: .nickname)
    try container.encode(store, forKey: .store)
  }
}
