import ArgumentParser
import MonikerPresentation

/// A subcommand that writes its answer in parts, in constant memory, and uses no store.
protocol StreamingCommand: ParsableCommand {
  var output: AnswerOptions { get }

  /// Runs the command.
  ///
  /// - Parameters:
  ///   - input: the lines of standard input.
  ///   - answer: takes the answer, line by line.
  /// - Returns: the code that decides the exit status; nil for success.
  func run(_ input: inout InputLines, _ answer: inout Answer) throws(Problem) -> Problem.Code?
}
