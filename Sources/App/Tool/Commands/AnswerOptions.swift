import ArgumentParser

/// The options of every command for the form of its answer.
struct AnswerOptions: ParsableArguments {
  @Flag(help: "Answer in JSON; errors are JSON on standard error.")
  var json = false

  @Flag(help: "Use no colour (also with NO_COLOR, TERM=dumb, or if standard error is no terminal).")
  var noColor = false
}
