import MonikerDomain

/// The use "change the number of photos to fetch".
public enum ChangeCount {
  /// What the controller asks the interactor for.
  enum Request: Hashable, Sendable {
    case show
    case raise
    case lower
    case set(Int)
  }

  /// What the interactor tells the presenter.
  struct Response: Hashable, Sendable {
    /// The number after the request, or why it was refused.
    let result: Result<PhotoCount, PhotoError>
  }

  /// What the presenter has the controller display.
  enum ViewModel: Hashable, Sendable {
    case count(Count)
    case refused(Problem)
  }

  /// The number of photos to fetch, as it is shown.
  public struct Count: Hashable, Sendable {
    /// The number in words, such as `10 photos`.
    public let text: String

    /// Whether the number can be raised.
    public let canBeRaised: Bool

    /// Whether the number can be lowered.
    public let canBeLowered: Bool
  }
}
