/// The readable content of a damaged store.
public struct StoreSalvage: Sendable {
  /// The records, which form a sound store.
  public let contents: any StoreContents

  /// The losses, in sentences without a full stop; some of them may never have existed.
  public let losses: [String]

  /// Keeps other users from the store while it exists; nil if there is no store.
  let hold: (any AnyObject & Sendable)?

  /// Creates the value.
  ///
  /// - Parameters:
  ///   - contents: the records, which form a sound store.
  ///   - losses: the losses, in sentences without a full stop.
  ///   - hold: keeps other users from the store while it exists.
  public init(
    contents: any StoreContents,
    losses: [String],
    hold: (any AnyObject & Sendable)? = nil
  ) {
    self.contents = contents
    self.losses = losses
    self.hold = hold
  }

  /// The same content with a hold.
  package func holding(_ hold: any AnyObject & Sendable) -> StoreSalvage {
    StoreSalvage(contents: contents, losses: losses, hold: hold)
  }
}
