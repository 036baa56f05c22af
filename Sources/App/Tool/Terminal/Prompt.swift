import MonikerDomain
package import MonikerPresentation

/// Asks the person at the terminal.
package struct Prompt: Sendable {
  let console: Console
  let style: OutputStyle

  /// Asks for a line of text, until it is one without control characters.
  ///
  /// - Throws: `interrupted` at the end of the input.
  package func line(_ question: String) throws(Problem) -> String {
    while true {
      guard let bytes = console.ask(question.visibleLines) else {
        console.note("")
        throw Problem(.interrupted, "No answer was given. Nothing was changed.")
      }
      guard let line = String(validating: bytes, as: UTF8.self) else {
        explain(Problem(.invalidNickname, "The answer is not UTF-8. Type it in UTF-8."))
        continue
      }
      // The terminal passes a key that it does not know, such as an arrow, as control characters.
      if !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) { return line }
      let reason =
        "The answer has control characters, for example of an arrow key: only Backspace edits it."
      explain(Problem(.invalidNickname, reason + " Type it again."))
    }
  }

  /// Asks for a secret, which is not shown as it is typed.
  ///
  /// - Throws: `interrupted` at the end of the input.
  package func secret(_ question: String) throws(Problem) -> String {
    guard let bytes = console.askHidden(question.visibleLines) else {
      throw Problem(.interrupted, "No answer was given. Nothing was changed.")
    }
    return String(validating: bytes, as: UTF8.self) ?? ""
  }

  /// Shows what a question is about.
  package func show(_ text: String) {
    console.note(text.visibleLines)
  }

  /// Shows why an answer was not accepted, before the question is asked again.
  package func explain(_ problem: Problem) {
    console.note(style.error(problem))
  }
}
