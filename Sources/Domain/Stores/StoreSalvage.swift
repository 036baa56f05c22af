/// What could be read of a damaged store.
public struct StoreSalvage: Sendable {
  /// The records, which make a sound store.
  public let contents: any StoreContents

  /// What is not among them, by sentences without a full stop; some of it may never have been there.
  public let losses: [String]

  /// Makes the value.
  public init(contents: any StoreContents, losses: [String]) {
    self.contents = contents
    self.losses = losses
  }
}
