#if Server
import MonikerDomain
import MonikerPresentation

/// An image as the pages show it.
struct PictureView: Sendable {
  /// The ID of the photo.
  let id: String

  /// The address of the image.
  let image: String

  /// What it shows, for those who do not see it.
  let text: String

  /// Who has made it; nil if nobody is to be named.
  let credit: PhotoCredit?

  /// The picture of a profile.
  init(_ picture: Picture) {
    id = picture.id.description
    image = picture.address?.description ?? Self.drawing(id)
    text = picture.text ?? "A photo"
    credit = picture.attribution.map(PhotoCredit.init)
  }

  /// A photo of a collection.
  init(_ cell: PhotoCell) {
    (id, text, credit) = (cell.id, cell.text, cell.credit)
    image = Self.address(of: cell.image, cell.id)
  }

  /// A photo in detail.
  init(_ detail: PhotoDetail) {
    (id, text, credit) = (detail.id, detail.text, detail.credit)
    image = Self.address(of: detail.image, detail.id)
  }

  private static func address(of image: PhotoImage?, _ id: String) -> String {
    if case .address(let address) = image { address.description } else { drawing(id) }
  }

  /// The address at which the service answers with a drawing.
  private static func drawing(_ id: String) -> String { "/v1/photos/\(id)/image" }
}
#endif
