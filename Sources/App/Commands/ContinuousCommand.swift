import ArgumentParser
import MonikerPresentation

/// A subcommand on a store that answers line by line until somebody ends it.
protocol ContinuousCommand: AsyncParsableCommand {
  var output: OutputOptions { get }

  /// Does what the command is for.
  ///
  /// - Parameters:
  ///   - services: what it works with.
  ///   - answer: takes the answer, line by line.
  func run(_ services: Services, _ answer: inout Answer) async throws(Problem)
}
