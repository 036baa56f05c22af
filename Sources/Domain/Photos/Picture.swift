/// What a profile keeps of a photo: enough to show it, without another call to its source.
public struct Picture: Hashable, Sendable {
  /// The maximum number of bytes of each text: 1,000.
  public static let maximumTextLength = 1_000

  /// The ID of the photo.
  public let id: PhotoID

  /// What the picture shows, for those who do not see it; nil if that is not known.
  public let text: String?

  /// The address of the picture; nil for one that is drawn from its ID.
  public let address: WebAddress?

  /// The credit that is shown beside the picture; nil if none is due.
  public let attribution: Attribution?

  /// Creates the value.
  ///
  /// - Parameters:
  ///   - id: the ID of the photo.
  ///   - text: what the picture shows; not known if it is empty, has more than ``maximumTextLength``
  ///     bytes of UTF-8, or contains a character that cannot be shown in a line of text.
  ///   - address: the address of the picture; nil for one that is drawn from its ID.
  ///   - attribution: who is to be named beside the picture.
  public init(
    id: PhotoID,
    text: String? = nil,
    address: WebAddress? = nil,
    attribution: Attribution? = nil
  ) {
    self.id = id
    self.text = text.flatMap(Self.usable)
    self.address = address
    self.attribution = attribution
  }

  static func usable(_ text: String) -> String? {
    let fits = !text.isEmpty && text.utf8.count <= maximumTextLength
    return fits && text.isStorable ? text : nil
  }
}

/// Who has made a picture, and where it comes from.
public struct Attribution: Hashable, Sendable {
  /// The name of the author.
  public let author: String

  /// The address of the author's page; nil if there is none.
  public let address: WebAddress?

  /// The name of the source.
  public let source: String

  /// Creates the value.
  ///
  /// - Parameters:
  ///   - author: the name of the author.
  ///   - address: the address of the author's page; nil if there is none.
  ///   - source: the name of the source.
  /// - Returns: nil if a name is empty, has more than ``Picture/maximumTextLength`` bytes of UTF-8, or
  ///   contains a character that cannot be shown in a line of text.
  public init?(author: String, address: WebAddress?, source: String) {
    guard let author = Picture.usable(author), let source = Picture.usable(source) else {
      return nil
    }
    self.author = author
    self.address = address
    self.source = source
  }
}
