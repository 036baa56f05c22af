/// The view of the list: it shows what it is handed, and tells the presenter what a person wants.
@MainActor
public protocol SessionsView: AnyObject {
  /// Shows the sessions, or what was done to them.
  func show(_ outcome: SessionsOutcome)

  /// Shows why something could not be done.
  func show(_ problem: Problem)
}
