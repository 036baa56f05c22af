import MonikerDomain

/// The use "choose a photo".
enum ChoosePhoto {
  /// What the controller asks the interactor for.
  enum Request: Hashable, Sendable {
    /// The photo at a place of the collection, from 0.
    case place(Int)
    /// The photo with an ID, as a person typed it.
    case typed(String)
  }

  /// What the interactor tells the presenter.
  struct Response: Hashable, Sendable {
    /// The photo, or why there is none.
    let result: Result<Photo, PhotoError>
  }

  /// What the presenter has the controller display.
  enum ViewModel: Hashable, Sendable {
    /// The detail screen of a photo, to which the router leads.
    case detail(Photo)
    case failed(Problem)
  }
}
