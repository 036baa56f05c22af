public import MonikerDomain

/// A photo as its detail screen shows it.
public struct PhotoDetail: Hashable, Sendable {
  let photo: Photo

  /// The ID of the photo.
  public let id: String

  /// What the photo shows, for those who do not see it.
  public let text: String

  /// The credit that is shown beside the photo; nil if none is due.
  public let credit: PhotoCredit?

  /// The address of a page about the photo; nil if there is none.
  public let page: WebAddress?

  /// The drawing, or the address of the largest form; nil if the source gave neither.
  public let image: PhotoImage?

  init(_ photo: Photo) {
    self.photo = photo
    id = photo.id.description
    text = photo.alternativeText
    credit = photo.picture.attribution.map(PhotoCredit.init)
    page = photo.page
    image =
      photo.drawing.map(PhotoImage.drawing)
      ?? (photo.picture.address ?? photo.thumbnail).map(PhotoImage.address)
  }
}
