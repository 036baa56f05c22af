import MonikerPresentation

/// The view of the profile on the command line, whose answer is the last value that was shown.
@MainActor
final class ProfileScreen: ProfileView {
  weak var delegate: (any ProfileViewDelegate)?
  var fields = ProfileFields()
  private(set) var shown: Result<Response, Problem>?

  func show(_ outcome: ProfileOutcome) {
    shown = .success(Response(outcome: outcome))
  }

  func show(_ problem: Problem) {
    shown = .failure(problem)
  }

  func load() async {
    await delegate?.profileViewDidAskToLoad(self)
  }

  func save() async {
    await delegate?.profileViewDidAskToSave(self)
  }

  func choose(_ photo: String) async {
    await delegate?.profileView(self, didChoose: photo)
  }

  /// The last value that was shown.
  func response() throws(Problem) -> Response {
    guard let shown else { throw Problem(.failure, "The profile screen showed nothing.") }
    return try shown.get()
  }
}

extension Services {
  /// Runs actions on the profile screen of the acting account.
  @MainActor
  func onProfileScreen(
    _ body: @MainActor (ProfileScreen) async throws(Problem) -> Response
  ) async throws(Problem) -> Response {
    let screen = ProfileScreen()
    let controller = ProfileController(
      view: screen,
      profile: profile,
      actingAccount: try actingAccount.get(),
      store: store
    )
    defer { withExtendedLifetime(controller) {} }
    return try await body(screen)
  }
}
