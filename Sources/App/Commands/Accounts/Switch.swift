import ArgumentParser
import MonikerDomain
import MonikerPresentation

/// The command `moniker switch [NICKNAME]`.
struct Switch: Command {
  static let configuration = CommandConfiguration(
    abstract: "Make another signed-in account active.",
    discussion: """
      EXAMPLES:
        moniker switch mina
        moniker switch                   Switches to the only other one.

      No account is signed in or out.
      """
  )

  @Argument(
    help: "The nickname; if omitted, the only other account that is signed in.",
    completion: NicknameCompletion.kind
  )
  var nickname: String?

  @OptionGroup var output: OutputOptions

  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    do {
      return try await services.onAccountsScreen(.activate(nickname))
    } catch {
      guard error.code == .ambiguous, let prompt else { throw error }
      return try await choose(services, prompt)
    }
  }

  /// Asks until the answer is an account that can become active.
  private func choose(_ services: Services, _ prompt: Prompt) async throws(Problem) -> Response {
    let others: [Account]
    do { others = try await services.accounts.candidates() } catch { throw Problem(error) }
    var question = Problem.othersSignedIn(others) + "\nNickname: "
    while true {
      let typed = try prompt.line(question)
      do { return try await services.onAccountsScreen(.activate(typed)) } catch {
        guard [.noSuchAccount, .notSignedIn, .sessionEnded].contains(error.code) else {
          throw error
        }
        prompt.explain(error)
        question = "Nickname: "
      }
    }
  }
}
