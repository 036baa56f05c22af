import MonikerDomain

/// The use "fetch photos".
enum FetchPhotos {
  /// What the controller asks the interactor for: as many photos as the count says.
  struct Request: Hashable, Sendable {}

  /// What the interactor tells the presenter.
  struct Response: Hashable, Sendable {
    /// The photos, or why they were not fetched.
    let result: Result<[Photo], PhotoError>
  }

  /// What the presenter has the controller display.
  enum ViewModel: Hashable, Sendable {
    case collection(PhotosOutcome)
    case failed(Problem)
  }
}
