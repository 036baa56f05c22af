/// The page control as it is shown.
public struct PhotoPages: Hashable, Sendable {
  /// The numbers.
  public let control: PageControl

  /// The page in words, such as `2 of 10`; empty if there is no page.
  public let text: String
}
