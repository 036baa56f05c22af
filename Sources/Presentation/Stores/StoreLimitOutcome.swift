/// The history limit of a store.
public struct StoreLimitOutcome: Outcome, Hashable {
  let limit: Int

  /// The limit before it was set; nil if it was only read.
  let before: Int?
  let store: StoreDescription

  /// The limit in a sentence; the number alone if it was only read.
  public var text: String {
    guard let before else { return String(limit) }
    let change = limit == before ? "as before" : "before: \(before)"
    return "The store keeps the newest \(limit) events of each account (\(change))."
  }

  /// Whether the limit was set; if it was only read, it is the answer.
  public var isConfirmation: Bool { before != nil }

  private enum CodingKeys: CodingKey {
    case store, historyLimit, before
  }

  /// Encodes `store`, `historyLimit`, and `before`, which is null if the limit was only read.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(store, forKey: .store)
    try container.encode(limit, forKey: .historyLimit)
    try container.encode(before, forKey: .before)
  }
}
