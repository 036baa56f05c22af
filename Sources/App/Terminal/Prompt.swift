import MonikerPresentation

/// Asks the person at the terminal.
struct Prompt {
  let console: Console
  let style: OutputStyle

  /// Asks for a line of text.
  ///
  /// - Throws: `interrupted` at the end of the input.
  func line(_ question: String) throws(Problem) -> String {
    while true {
      guard let bytes = console.ask(question.visibleLines) else {
        console.note("")
        throw Problem(.interrupted, "No answer was given. Nothing was changed.")
      }
      if let line = String(validating: bytes, as: UTF8.self) { return line }
      explain(Problem(.invalidNickname, "The answer is not UTF-8. Type it in UTF-8."))
    }
  }

  /// Shows why an answer was not accepted, before the question is asked again.
  func explain(_ problem: Problem) {
    console.note(style.error(problem))
  }
}
