/// What the screen of the collection shows, as one value.
public struct PhotosScreen: Hashable, Sendable {
  /// The number of photos to fetch.
  public internal(set) var count: ChangeCount.Count

  /// The photos with the page control; nil before the first fetch.
  ///
  /// A failure leaves them as they are.
  public internal(set) var collection: PhotosOutcome?

  /// Why the last request failed; nil if it did not.
  public internal(set) var problem: Problem?
}
