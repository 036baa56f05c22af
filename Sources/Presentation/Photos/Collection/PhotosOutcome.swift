/// A collection of photos.
public struct PhotosOutcome: Outcome, Hashable {
  /// The photos.
  public let cells: [PhotoCell]

  /// The page control.
  public internal(set) var pages: PhotoPages

  /// A line for each photo.
  public var text: String {
    guard !cells.isEmpty else { return "There are no photos." }
    return TextTable.text(
      [["ID", "PHOTO"]]
        + cells.map { cell in [cell.id, cell.text + (cell.credit.map { " (\($0.text))" } ?? "")] }
    )
  }

  /// False: it is the answer.
  public var isConfirmation: Bool { false }

  private enum CodingKeys: CodingKey {
    case photos, pages, page
  }

  /// Encodes `photos`, `pages`, which is their number, and `page`, which is the current one, from 0.
  ///
  /// A photo has `id`, `text`, `address`, `thumbnail`, `page` (the address of a page about it), `author`,
  /// `authorAddress`, `source` and `svg`; null where there is none.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(cells.map { PhotoDocument($0.photo) }, forKey: .photos)
    try container.encode(pages.control.numberOfPages, forKey: .pages)
    try container.encode(pages.control.currentPage, forKey: .page)
  }
}
