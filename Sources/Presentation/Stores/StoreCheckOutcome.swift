import MonikerDomain

/// Whether a store is sound, and its defects if it is not.
public struct StoreCheckOutcome: Outcome, Hashable {
  let defects: [String]
  let store: StoreDescription

  /// One line for a sound store; else a line for each defect.
  public var text: String {
    let name = store.location?.visible ?? "memory"
    guard !defects.isEmpty else { return "The store \(name) is sound." }
    return
      (["The store \(name) is damaged:"] + defects.map { "  \($0.visible)." })
      .joined(separator: "\n")
  }

  /// To recover a damaged store.
  public var remedies: [Remedy] { defects.isEmpty ? [] : [.recover] }

  /// False: it is the answer.
  public var isConfirmation: Bool { false }

  /// The code of a damaged store; nil for a sound one.
  public var problemCode: Problem.Code? { defects.isEmpty ? nil : .storeDamaged }

  private enum CodingKeys: CodingKey {
    case sound, defects, store
  }

  /// Encodes `sound`, `defects` (a sentence each) and `store`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(defects.isEmpty, forKey: .sound)
    try container.encode(defects, forKey: .defects)
    try container.encode(store, forKey: .store)
  }
}
