#if Server
import MonikerPresentation

/// The page of the photos: the number to fetch, and a collection.
struct PhotosPage: PageTemplates.Content {
  static let template = "photos"

  /// A photo, with its place among them.
  struct Entry: Sendable {
    /// The photo.
    let photo: PictureView

    /// Its place, from 1.
    let place: Int

    /// Whether it is the page that is shown.
    let isCurrent: Bool
  }

  /// The number to fetch, in words.
  let countText: String

  /// The number to fetch.
  let count: Int

  /// The number after the right button; nil if it cannot be raised.
  let raised: Int?

  /// The number after the left button; nil if it cannot be lowered.
  let lowered: Int?

  /// The collection; empty before a fetch.
  let entries: [Entry]

  /// Whether there is a collection with photos.
  var hasEntries: Bool

  /// Whether a fetch has given no photo.
  let isEmpty: Bool

  /// Which page of the collection is shown, in words; empty if there is none.
  let pageText: String

  /// Why there is no collection.
  let problem: String?
}

/// The page of one photo.
struct PhotoPage: PageTemplates.Content {
  static let template = "photo"

  /// The photo.
  let photo: PictureView

  /// The address of a page about it; nil if there is none.
  let about: String?

  /// The form that makes it the picture.
  let ticket: PageTicket
}
#endif
