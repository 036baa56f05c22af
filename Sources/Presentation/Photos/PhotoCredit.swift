public import MonikerDomain

/// Who has made a photo and where it comes from: a front end always shows it beside the photo.
public struct PhotoCredit: Hashable, Sendable {
  /// The line: `Photo by A on S`.
  public let text: String

  /// The address of the author's page, to which the line links; nil if there is none.
  public let address: WebAddress?

  /// Makes the credit of an attribution.
  public init(_ attribution: Attribution) {
    text = "Photo by \(attribution.author.visible) on \(attribution.source.visible)"
    address = attribution.address
  }
}
