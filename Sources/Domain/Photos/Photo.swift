/// A photo that a source offers, which an account can choose as its picture.
public struct Photo: Hashable, Sendable {
  /// What a profile keeps of it.
  public let picture: Picture

  /// The drawing itself, if the source draws it; nil for a photo that has an address.
  public let drawing: Drawing?

  /// The address of a small form; nil if there is none.
  public let thumbnail: WebAddress?

  /// The address of a page about the photo; nil if there is none.
  public let page: WebAddress?

  /// The address that the source asks its users to call when the photo is chosen; nil if it asks for
  /// none.
  public let downloadAddress: WebAddress?

  /// Creates the value.
  ///
  /// - Parameters:
  ///   - picture: what a profile keeps of it.
  ///   - drawing: the drawing itself, if the source draws it.
  ///   - thumbnail: the address of a small form.
  ///   - page: the address of a page about the photo.
  ///   - downloadAddress: see ``downloadAddress``.
  public init(
    picture: Picture,
    drawing: Drawing? = nil,
    thumbnail: WebAddress? = nil,
    page: WebAddress? = nil,
    downloadAddress: WebAddress? = nil
  ) {
    self.picture = picture
    self.drawing = drawing
    self.thumbnail = thumbnail
    self.page = page
    self.downloadAddress = downloadAddress
  }

  /// The ID.
  public var id: PhotoID { picture.id }
}
