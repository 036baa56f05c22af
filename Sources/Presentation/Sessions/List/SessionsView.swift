/// The view of the list: shows outcomes, and passes a person's requests to the presenter.
@MainActor
public protocol SessionsView: AnyObject {
  /// Shows the sessions, or those that were ended.
  func show(_ outcome: SessionsOutcome)

  /// Shows why a request failed.
  func show(_ problem: Problem)
}
