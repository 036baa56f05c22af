import ArgumentParser
import MonikerPresentation

/// A subcommand on a store that answers line by line until somebody ends it.
protocol ContinuousCommand: AsyncParsableCommand {
  var output: OutputOptions { get }

  /// Whether it waits for something, and so has to end once nobody can read its answer any more.
  var endsWhenNobodyReads: Bool { get }

  /// Does what the command is for.
  ///
  /// - Parameters:
  ///   - services: what it works with.
  ///   - answer: takes the answer, line by line.
  func run(_ services: Services, _ answer: inout Answer) async throws(Problem)
}

extension ContinuousCommand {
  /// As commands do that go on until somebody ends them.
  var endsWhenNobodyReads: Bool { true }
}
