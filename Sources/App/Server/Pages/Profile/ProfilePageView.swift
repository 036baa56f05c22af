#if Server
import MonikerDomain
import MonikerPresentation

/// The view of the form for one request: keeps what is shown last.
@MainActor
final class ProfilePageView: ProfileView {
  weak var delegate: (any ProfileViewDelegate)?
  var fields = ProfileFields()
  private var shown: Result<ProfileOutcome, Problem>?
  private var controller: ProfileController?

  init(_ useCases: UseCases, as actingAccount: ActingAccount) {
    controller = ProfileController(
      view: self,
      profile: useCases.profile,
      actingAccount: actingAccount,
      store: Pages.store
    )
  }

  func show(_ outcome: ProfileOutcome) { shown = .success(outcome) }

  func show(_ problem: Problem) { shown = .failure(problem) }

  /// Loads the stored profile into the fields.
  func load() async throws -> ProfileOutcome {
    await delegate?.profileViewDidAskToLoad(self)
    return try outcome()
  }

  /// Saves the fields over the profile that was loaded.
  func save() async throws -> ProfileOutcome {
    await delegate?.profileViewDidAskToSave(self)
    return try outcome()
  }

  /// Ends the view: it and its controller keep each other.
  func close() { controller = nil }

  private func outcome() throws -> ProfileOutcome {
    guard let outcome = try shown?.get() else {
      throw HTTPProblem.failure
    }
    return outcome
  }
}
#endif
