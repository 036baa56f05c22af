public import MonikerDomain

/// What a front end shows as the image of a photo.
public enum PhotoImage: Hashable, Sendable {
  /// A drawing, which the front end paints.
  case drawing(Drawing)
  /// The address of an image.
  case address(WebAddress)
}
