import MonikerDomain

/// Whether somebody is signed in, who, since when, and which settings led to the answer.
public struct StatusOutcome: Outcome, Hashable {
  let state: SessionState
  let store: StoreDescription
  let storeSetting: Setting
  let homeSetting: Setting
  let lapsed: LapsedNicknames

  /// A line for the session, one for the store, one for the home; and those about nicknames from
  /// before today's rules, if there are any.
  public var text: String {
    let location = store.location.map { " \($0.printable)" } ?? ""
    let home = homeSetting.value?.printable ?? "none"
    return """
      \(sessionText)
      Store: \(store.kind)\(location) (\(storeSetting.source ?? "default"))
      Home:  \(home)\(homeSetting.source.map { " (\($0))" } ?? "")
      """ + (lapsed.text.map { "\n" + $0 } ?? "")
  }

  /// False: it is the answer.
  public var isConfirmation: Bool { false }

  /// The code for nobody being signed in, or for a session that has expired.
  public var problemCode: Problem.Code? {
    switch state {
    case .signedIn: nil
    case .signedOut: .notSignedIn
    case .expired: .sessionEnded
    }
  }

  private var sessionText: String {
    switch state {
    case .signedOut:
      return "Nobody is signed in."
    case .signedIn(let active):
      let end = active.session.expiresAt.map { ", until \($0.minutes)" } ?? ""
      return
        "Signed in as \(active.account.nickname) since \(active.session.startedAt.minutes)\(end)."
    case .expired(let active):
      let end = active.session.expiresAt.map { " at \($0.minutes)" } ?? ""
      return "The session of \(active.account.nickname) expired\(end)."
    }
  }

  private enum CodingKeys: CodingKey {
    case signedIn, source, store, home
  }

  private enum StoreKeys: CodingKey {
    case kind, location, value, source
  }

  /// Encodes the session's fields (those of an expired session too), `signedIn`, `source`,
  /// `store` and `home` with value and source, `lapsedNicknames` and `moreLapsedNicknames`.
  public func encode(to encoder: any Encoder) throws {
    let active: ActiveSession? =
      switch state {
      case .signedOut: nil
      case .signedIn(let active), .expired(let active): active
      }
    try SessionFields(active: active).encode(to: encoder)
    try lapsed.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(problemCode == nil, forKey: .signedIn)
    try container.encode(
      active.map { _ in IdentityOutcome.Source.active.rawValue },
      forKey: .source
    )
    try container.encode(homeSetting, forKey: .home)
    var storeContainer = container.nestedContainer(keyedBy: StoreKeys.self, forKey: .store)
    try storeContainer.encode(store.kind, forKey: .kind)
    try storeContainer.encode(store.location, forKey: .location)
    try storeContainer.encode(storeSetting.value, forKey: .value)
    try storeContainer.encode(storeSetting.source, forKey: .source)
  }
}
