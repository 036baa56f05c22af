public import MonikerDomain

/// The profile of an account, or that it was saved.
public struct ProfileOutcome: Outcome, Hashable {
  /// What has happened to the profile.
  enum Event: Hashable, Sendable {
    case loaded
    case saved
    /// It was to be saved, and was so already.
    case unchanged
  }

  let event: Event
  let profile: AccountProfile
  let store: StoreDescription

  /// The account.
  public var account: Account { profile.account }

  /// Names what the form was loaded from: a form that is sent later says by it what was edited.
  public var edition: String {
    "\(profile.profile.version)-\(profile.profile.changedAt?.millisecondsSince1970 ?? 0)"
  }

  /// Whether a save has changed the profile.
  public var isSaved: Bool { event == .saved }

  init(_ event: Event, _ profile: AccountProfile, store: StoreDescription) {
    self.event = event
    self.profile = profile
    self.store = store
  }

  /// A line for each fact, and the description; or a sentence that it was saved.
  public var text: String { text(in: .utc) }

  /// ``text``, with times in `zone`.
  public func text(in zone: DisplayTimeZone) -> String {
    let name = profile.account.nickname.text.visible
    switch event {
    case .saved: return "The profile of \(name) is saved."
    case .unchanged: return "The profile of \(name) is unchanged."
    case .loaded: break
    }
    let found = profile.profile
    guard !found.content.isEmpty else { return "\(name) has an empty profile." }
    return ([("Account", name)] + found.facts(in: zone)).aligned + found.content.paragraph
  }

  /// To edit the profile if it is empty.
  public var remedies: [Remedy] {
    event == .loaded && profile.profile.content.isEmpty ? [.editProfile] : []
  }

  /// Whether the profile was to be saved.
  public var isConfirmation: Bool { event != .loaded }

  private enum CodingKeys: CodingKey {
    case store
  }

  /// Encodes the fields of a ``ProfileDocument`` and `store`.
  public func encode(to encoder: any Encoder) throws {
    try ProfileDocument(profile).encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(store, forKey: .store)
  }
}

extension Profile {
  /// The facts of the profile but for its description, each with its name.
  fileprivate func facts(in zone: DisplayTimeZone) -> [(String, String)] {
    var facts = content.facts
    if let changedAt {
      facts.append(("Changed", "\(changedAt.rfc3339(in: zone)) (version \(version))"))
    }
    return facts
  }
}

extension ProfileContent {
  fileprivate var facts: [(String, String)] {
    var facts: [(String, String)] = []
    if !title.isEmpty { facts.append(("Title", title)) }
    if let picture {
      let text = picture.text.map { ", \($0)" } ?? ""
      facts.append(("Picture", picture.id.description + text))
      if let address = picture.address { facts.append(("Address", address.description)) }
      if let attribution = picture.attribution {
        facts.append(("Credit", PhotoCredit(attribution).text))
      }
    }
    return facts
  }

  /// The description below an empty line; empty if there is none.
  fileprivate var paragraph: String { description.isEmpty ? "" : "\n\n" + description }
}

extension [(String, String)] {
  /// The facts, a line for each, with their texts below one another.
  fileprivate var aligned: String {
    map { name, fact in
      name + ":" + String(repeating: " ", count: 10 - name.count) + fact
    }.joined(separator: "\n")
  }
}

extension ProfileConflict {
  /// Both texts: the stored one and the one that was refused.
  var bothTexts: String {
    let stored = stored.facts(in: .utc).aligned + stored.content.paragraph
    let refused = refused.facts.aligned + refused.paragraph
    return "Stored:\n\(stored.indented)\nRefused:\n\(refused.indented)"
  }
}

extension String {
  fileprivate var indented: String {
    let body = isEmpty ? "an empty profile" : self
    return body.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "  " + $0 }.joined(separator: "\n")
  }
}
