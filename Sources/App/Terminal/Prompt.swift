import MonikerPresentation

/// A question to the person at the terminal.
struct Prompt {
  let console: Console
  let style: OutputStyle

  /// Asks for a line of text.
  ///
  /// - Throws: `interrupted` at the end of the input; nothing was changed then.
  func line(_ question: String) throws(Problem) -> String {
    guard let bytes = console.ask(question) else {
      console.note("")
      throw Problem(.interrupted, "No answer was given. Nothing was changed.")
    }
    guard let line = String(validating: bytes, as: UTF8.self) else {
      throw Problem(.invalidNickname, "What was typed is not UTF-8. Nothing was changed.")
    }
    return line
  }

  /// Tells why an answer will not do, before the question is asked again.
  func explain(_ problem: Problem) {
    console.note(style.error(problem))
  }
}
