#if Server
import HTTPTypes
import Hummingbird
import HummingbirdCore
import MonikerDomain
import MonikerPresentation

/// The photos that the account can choose its picture from.
struct PhotosPages {
  let pages: Pages

  /// The number of photos to fetch at first: 10.
  private static let standardCount = 10

  /// Adds the routes.
  func add(to group: RouterGroup<ServiceContext>) {
    group.get("photos", use: show)
    group.get("photos/{id}", use: showOne)
    group.post("photos/{id}/picture", use: makePicture)
  }

  @Sendable private func show(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    let visit = try await pages.visit(request, context)
    let parameters = request.uri.queryParameters
    let fetched = parameters["fetch"]
    let typed = fetched ?? parameters["count"]
    guard let count = typed.map({ Int($0) }) ?? Self.standardCount else {
      throw HTTPProblem.invalidRequest("count is a number from 0 to \(PhotoCount.maximum).")
    }
    let screen = try await screen(visit, count, fetches: fetched != nil)
    let number = PhotoCount.maximum >= count && count >= 0 ? count : Self.standardCount
    let refusal = screen.problem.map { HTTPProblem($0) }
    let collection = screen.collection
    let content = PhotosPage(
      countText: screen.count.text,
      count: number,
      raised: screen.count.canBeRaised ? number + 1 : nil,
      lowered: screen.count.canBeLowered ? number - 1 : nil,
      entries: (collection?.cells ?? []).enumerated().map { index, cell in
        PhotosPage.Entry(
          photo: PictureView(cell),
          place: index + 1,
          isCurrent: index == collection?.pages.control.currentPage
        )
      },
      hasEntries: collection?.cells.isEmpty == false,
      isEmpty: collection?.cells.isEmpty ?? false,
      pageText: collection?.pages.text ?? "",
      problem: refusal?.detail
    )
    return pages.page(
      content,
      "Photos",
      status: refusal?.status ?? .ok,
      for: visit.active,
      at: .photos
    )
  }

  @MainActor
  private func screen(
    _ visit: Pages.Visit,
    _ count: Int,
    fetches: Bool
  ) async throws -> PhotosScreen {
    let controller = try controller(visit.useCases, .active) { _ in }
    controller.setCount(count)
    if fetches, controller.screen.problem == nil { await controller.fetch() }
    return controller.screen
  }

  @MainActor
  private func controller(
    _ useCases: UseCases,
    _ account: ActingAccount,
    _ openDetail: @escaping (PhotoDetailController) -> Void
  ) throws -> PhotosController {
    PhotosController(
      photos: useCases.photos,
      count: try PhotoCount(Self.standardCount),
      router: PhotosRouter(
        profile: useCases.profile,
        actingAccount: account,
        store: Pages.store,
        openDetail: openDetail
      )
    )
  }

  /// Leads to the detail of a photo, as a choice in the collection does.
  @MainActor
  private func detail(
    _ id: String,
    _ useCases: UseCases,
    _ account: ActingAccount
  ) async throws -> PhotoDetailController {
    var opened: PhotoDetailController?
    let controller = try controller(useCases, account) { opened = $0 }
    await controller.choose(id)
    guard let opened else {
      throw controller.screen.problem
        .map { $0 as any Error } ?? PhotoError.noSuchPhoto(id)
    }
    return opened
  }

  @Sendable private func showOne(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    let visit = try await pages.visit(request, context)
    let id = try Request.parameter("id", context)
    let detail = try await shown(id, visit)
    let content = PhotoPage(
      photo: PictureView(detail),
      about: detail.page?.description,
      ticket: pages.ticket(visit.active.account.id)
    )
    return pages.page(content, detail.text, for: visit.active, at: .photos)
  }

  @MainActor
  private func shown(_ id: String, _ visit: Pages.Visit) async throws -> PhotoDetail {
    let account = ActingAccount.account(visit.active.account.id)
    let controller = try await detail(id, visit.useCases, account)
    guard let outcome = controller.screen.outcome else { throw PhotoError.noSuchPhoto(id) }
    return outcome.detail
  }

  @Sendable private func makePicture(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    guard let change = try await pages.change(request, context) else {
      return pages.redirect(to: .profile, saying: .pictured)
    }
    try await makePicture(try Request.parameter("id", context), change)
    return pages.redirect(to: .profile, saying: .pictured)
  }

  @MainActor
  private func makePicture(_ id: String, _ change: Pages.Change) async throws {
    let controller = try await detail(id, change.useCases, change.actingAccount)
    await controller.makePicture()
    if let problem = controller.screen.problem { throw problem }
  }
}
#endif
