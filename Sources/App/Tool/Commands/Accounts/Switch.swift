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
        moniker switch -                 Switches back to the previous one.

      No account is signed in or out. Without a nickname: exit status 6 if several
      others are signed in, 4 if none is.
      """
  )

  @Argument(
    help: "The nickname; - for the previous account; if omitted, the only other signed-in one.",
    completion: NicknameCompletion.kind
  )
  var nickname: String?

  @OptionGroup var output: OutputOptions

  var isChange: Bool { true }

  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    if nickname == "-" {
      return try await services.onAccountsScreen(.reactivate(try await previous(services)))
    }
    do {
      return try await services.onAccountsScreen(.activate(nickname))
    } catch {
      guard error.code == .ambiguous, let prompt else { throw error }
      return try await choose(services, prompt)
    }
  }

  /// The account that was active before the present one.
  private func previous(_ services: Services) async throws(Problem) -> Account {
    let previous: Account?
    do { previous = try await services.history.previousAccount() } catch { throw Problem(error) }
    guard let previous else {
      throw Problem(
        .noSuchAccount,
        "There is no previous account. Name one: moniker switch NICKNAME"
      )
    }
    return previous
  }

  /// Asks until the answer is an account that can become active.
  private func choose(_ services: Services, _ prompt: Prompt) async throws(Problem) -> Response {
    let others: [Account]
    do { others = try await services.accounts.candidates() } catch { throw Problem(error) }
    var question = AccountError.othersSignedIn(others) + "\nNickname: "
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
