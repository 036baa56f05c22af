import ArgumentParser
import MonikerPresentation

/// A subcommand that answers piece by piece, in constant memory, and needs no store.
protocol StreamingCommand: ParsableCommand {
  var output: AnswerOptions { get }

  /// Does what the command is for.
  ///
  /// - Parameters:
  ///   - input: the lines of standard input.
  ///   - answer: takes the answer, line by line.
  /// - Returns: what the answer amounts to for a script, where that is not success.
  func run(_ input: inout InputLines, _ answer: inout Answer) throws(Problem) -> Problem.Code?
}
