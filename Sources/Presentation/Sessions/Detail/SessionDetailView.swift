/// The view of one session.
@MainActor
public protocol SessionDetailView: AnyObject {
  /// Shows the session.
  func show(_ outcome: SessionDetailOutcome)
}
