/// The readable content of a damaged store.
public struct StoreSalvage: Sendable {
  /// The records, which form a sound store.
  public let contents: any StoreContents

  /// The losses, in sentences without a full stop; some of them may never have existed.
  public let losses: [String]

  /// Creates the value.
  public init(contents: any StoreContents, losses: [String]) {
    self.contents = contents
    self.losses = losses
  }
}
