/// What the detail screen of a photo shows, as one value.
public struct PhotoDetailScreen: Hashable, Sendable {
  /// The photo, and whether it was made the picture; nil only while the screen is made.
  public internal(set) var outcome: PhotoDetailOutcome?

  /// Why the last request failed; nil if it did not.
  public internal(set) var problem: Problem?
}
