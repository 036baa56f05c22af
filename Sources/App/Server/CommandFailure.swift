#if Server
import ArgumentParser
import MonikerCommandLine
import MonikerDomain
import MonikerPresentation
import Moniker

/// A failure of a command, as the program reports it.
struct CommandFailure: Error, CustomStringConvertible {
  /// With which the program exits.
  let status: ExitStatus

  /// What happened: whole sentences that are safe on a terminal.
  let description: String

  /// What programs read; nil for a failure of the service, which has no `--json`.
  private let problem: Problem?

  init(_ status: ExitStatus, _ description: String) {
    self.status = status
    self.description = description
    problem = nil
  }

  init(_ problem: Problem) {
    status = ExitStatus(problem.code)
    let isList = problem.remedies.contains(.listAccounts)
    let next = isList ? " List them with: moniker-server accounts" : ""
    description = problem.message + next
    self.problem = problem
  }

  /// Words an error.
  ///
  /// - Returns: nil for an error of the argument parser, which words it itself.
  init?(_ error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let problem as Problem: self.init(problem)
    case let error as AccountError: self.init(Problem(error))
    case let error as NicknameError: self.init(Problem(error))
    case let error as SessionError: self.init(Problem(error))
    case let error as StoreError: self.init(Problem(error))
    case CredentialError.store(let failure): self.init(Problem(failure))
    case let error as SettingError:
      self.init(Problem(.configuration, "\(error.description) \(error.advice)"))
    default: return nil
    }
  }

  /// Returns the line that the program writes to standard error.
  ///
  /// - Parameter isJSON: whether the command was to write JSON.
  func line(isJSON: Bool) -> String {
    guard isJSON, let problem,
      let document = try? JSONDocument.text(for: problem, saying: description)
    else { return "Error: \(description)\n" }
    return document + "\n"
  }
}
#endif
