import MonikerDomain

/// A photo as a collection shows it.
public struct PhotoCell: Hashable, Sendable {
  let photo: Photo

  /// The ID of the photo.
  public let id: String

  /// What the photo shows, for those who do not see it.
  public let text: String

  /// The credit that is shown beside the photo; nil if none is due.
  public let credit: PhotoCredit?

  /// The drawing, or the address of the smallest form; nil if the source gave neither.
  public let image: PhotoImage?

  init(_ photo: Photo) {
    self.photo = photo
    id = photo.id.description
    text = photo.alternativeText
    credit = photo.picture.attribution.map(PhotoCredit.init)
    image =
      photo.drawing.map(PhotoImage.drawing)
      ?? (photo.thumbnail ?? photo.picture.address).map(PhotoImage.address)
  }
}
