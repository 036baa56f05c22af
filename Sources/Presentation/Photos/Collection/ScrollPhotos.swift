/// The use "scroll the collection".
enum ScrollPhotos {
  /// What the controller asks the interactor for.
  struct Request: Hashable, Sendable {
    /// How far the collection is scrolled.
    let offset: Double
    /// The width of the screen, in the same unit.
    let width: Double
  }

  /// What the interactor tells the presenter.
  struct Response: Hashable, Sendable {
    let pages: PageControl
  }

  /// What the presenter has the controller display.
  struct ViewModel: Hashable, Sendable {
    let pages: PhotoPages
  }
}
