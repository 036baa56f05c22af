import ArgumentParser

/// The options of every command for the form of its answer.
struct AnswerOptions: ParsableArguments {
  @Flag(help: "Answer in JSON; errors are JSON on standard error.")
  var json = false

  @Flag(help: "Use no colour (so do NO_COLOR, TERM=dumb and a standard error that is no terminal).")
  var noColor = false
}
