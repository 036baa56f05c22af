import MonikerDomain

/// The use "make the photo the picture of the account".
enum MakePicture {
  /// What the controller asks the interactor for: the photo that it was made with.
  struct Request: Hashable, Sendable {}

  /// What the interactor tells the presenter.
  struct Response: Hashable, Sendable {
    let photo: Photo
    /// The account with its new picture, or why it has none.
    let result: Result<AccountProfile, ProfileError>
  }

  /// What the presenter has the controller display.
  enum ViewModel: Hashable, Sendable {
    case made(PhotoDetailOutcome)
    case failed(Problem)
  }
}
