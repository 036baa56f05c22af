import MonikerDomain

/// The use "show the photo".
enum ShowPhoto {
  /// What the controller asks the interactor for: the photo that it was made with.
  struct Request: Hashable, Sendable {}

  /// What the interactor tells the presenter.
  struct Response: Hashable, Sendable {
    let photo: Photo
  }

  /// What the presenter has the controller display.
  struct ViewModel: Hashable, Sendable {
    let outcome: PhotoDetailOutcome
  }
}
