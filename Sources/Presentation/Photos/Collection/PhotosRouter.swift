public import MonikerDomain

/// The router of the photos: makes the detail screen of a photo, and leads to it.
@MainActor
public final class PhotosRouter {
  private let profile: ProfileUseCase
  private let actingAccount: ActingAccount
  private let store: StoreDescription
  private let openDetail: (PhotoDetailController) -> Void

  /// Makes the router.
  ///
  /// - Parameters:
  ///   - profile: the use case by which a photo becomes a picture.
  ///   - actingAccount: the account whose picture it becomes.
  ///   - store: the description of the store for the outcomes.
  ///   - openDetail: shows a detail screen and keeps its controller; the router keeps the closure.
  public init(
    profile: ProfileUseCase,
    actingAccount: ActingAccount = .active,
    store: StoreDescription,
    openDetail: @escaping (PhotoDetailController) -> Void
  ) {
    self.profile = profile
    self.actingAccount = actingAccount
    self.store = store
    self.openDetail = openDetail
  }

  /// Shows the detail of a photo.
  func showDetail(of photo: Photo) {
    openDetail(
      PhotoDetailController(
        photo: photo,
        profile: profile,
        actingAccount: actingAccount,
        store: store
      )
    )
  }
}
