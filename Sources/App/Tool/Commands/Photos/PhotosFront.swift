import MonikerDomain
import MonikerPresentation

/// The screens of the photos on the command line.
@MainActor
final class PhotosFront {
  private let services: Services
  /// The detail screen to which the router has led.
  private var detail: PhotoDetailController?

  init(_ services: Services) {
    self.services = services
  }

  /// Makes the screen of the collection, for a number of photos.
  func makeCollection(of count: Int = 0) throws(Problem) -> PhotosController {
    let router = PhotosRouter(
      profile: services.profile,
      store: services.store,
      openDetail: { [unowned self] in detail = $0 }
    )
    let none: PhotoCount
    do { none = try PhotoCount(0) } catch { throw Problem(error) }
    let controller = PhotosController(photos: services.photos, count: none, router: router)
    controller.setCount(count)
    if let problem = controller.screen.problem { throw problem }
    return controller
  }

  /// The detail of a photo.
  func detail(of typed: String) async throws(Problem) -> PhotoDetailOutcome {
    let controller = try makeCollection()
    await controller.choose(typed)
    if let problem = controller.screen.problem { throw problem }
    guard let outcome = detail?.screen.outcome else {
      throw Problem(.failure, "The photo screen showed nothing.")
    }
    return outcome
  }
}

extension PhotosOutcome {
  /// The pictures in rows, each above its ID, or their list; and the page control.
  func painted(_ colors: TerminalColors?) -> String {
    guard !cells.isEmpty else { return text }
    guard let colors else { return "\(text.visibleLines)\n\n\(pageControl)" }
    // A picture is ten characters wide, and 80 columns have room for six.
    let (columns, width) = (6, 10)
    var lines: [String] = []
    for start in stride(from: 0, to: cells.count, by: columns) {
      let row = cells[start..<min(start + columns, cells.count)]
      let drawings = row.map { cell in
        if case .drawing(let drawing)? = cell.image { drawing.blocks(colors) } else { [String]() }
      }
      for line in 0..<(drawings.map(\.count).max() ?? 0) {
        let parts = drawings.map {
          line < $0.count ? $0[line] : String(repeating: " ", count: width)
        }
        lines.append(parts.joined(separator: "  "))
      }
      let ids = row.map { $0.id + String(repeating: " ", count: max(0, width - $0.id.count)) }
      lines.append(ids.joined(separator: "  "))
      lines += row.compactMap { $0.credit?.text.visible }
      lines.append("")
    }
    return (lines + [pageControl]).joined(separator: "\n")
  }

  private var pageControl: String {
    let dots = (0..<pages.control.numberOfPages).map { page in
      page == pages.control.currentPage ? "●" : "○"
    }
    let current = cells[pages.control.currentPage]
    return "\(dots.joined(separator: " "))  \(pages.text): \(current.id)"
  }
}

extension PhotoDetailOutcome {
  /// The picture above its facts.
  func painted(_ colors: TerminalColors?) -> String {
    guard let colors, case .drawing(let drawing) = detail.image else { return text.visibleLines }
    return (drawing.blocks(colors) + [text.visibleLines]).joined(separator: "\n")
  }
}
