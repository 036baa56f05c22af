import ArgumentParser
import MonikerPresentation

/// A subcommand on a store that writes its answer in parts.
protocol ContinuousCommand: AsyncParsableCommand {
  var output: OutputOptions { get }

  /// Whether it waits for changes, and so must end when the reader of its answer closes the pipe.
  var endsWhenNobodyReads: Bool { get }

  /// Runs the command.
  ///
  /// - Parameters:
  ///   - services: the use cases and settings.
  ///   - answer: takes the answer in parts.
  func run(_ services: Services, _ answer: inout Answer) async throws(Problem)
}

extension ContinuousCommand {
  /// True, for commands that run until they are ended.
  var endsWhenNobodyReads: Bool { true }
}
