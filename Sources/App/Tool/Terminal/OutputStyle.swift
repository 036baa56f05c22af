import MonikerPresentation
import MonikerDomain

/// The form of a command's output, by its options, the variables and the terminal.
struct OutputStyle: Sendable {
  /// Plain text, for failures before the options are known.
  static let text = OutputStyle(
    isJSON: false,
    isQuiet: false,
    isWithoutInput: false,
    hasColor: false
  )

  /// JSON, for failures before the options are known.
  static let json = OutputStyle(
    isJSON: true,
    isQuiet: false,
    isWithoutInput: false,
    hasColor: false
  )

  let isJSON: Bool
  let isQuiet: Bool
  let isWithoutInput: Bool
  /// Whether a terminal gets only text, without control sequences.
  let isPlain: Bool
  private let hasColor: Bool
  /// The colours in which a terminal can show an answer; nil for none.
  let colors: TerminalColors?
  /// The value of `--store`; nil if it was not given.
  let store: String?

  private init(
    isJSON: Bool,
    isQuiet: Bool,
    isWithoutInput: Bool,
    isPlain: Bool = true,
    hasColor: Bool,
    colors: TerminalColors? = nil,
    store: String? = nil
  ) {
    self.store = store
    self.colors = colors
    self.isPlain = isPlain
    self.isJSON = isJSON
    self.isQuiet = isQuiet
    self.isWithoutInput = isWithoutInput
    self.hasColor = hasColor
  }

  /// - Parameter variable: returns the value of a variable; nil if it is not set or empty.
  init(
    _ given: GivenOptions,
    console: Console,
    variable: (String) throws(Problem) -> String?
  ) {
    let isPlain = (try? variable("TERM")) == "dumb"
    // NO_COLOR has an effect if it is not empty: https://no-color.org
    let mayHaveColor = !given.isWithoutColor && !isPlain && (try? variable("NO_COLOR")) == nil
    self.init(
      isJSON: given.isJSON,
      isQuiet: given.isQuiet,
      isWithoutInput: given.isWithoutInput,
      isPlain: isPlain,
      hasColor: console.notesGoToTerminal && mayHaveColor,
      colors: console.answerGoesToTerminal && mayHaveColor ? TerminalColors(variable) : nil,
      store: given.store
    )
  }

  func error(_ problem: Problem) -> String {
    let advice = problem.advice(on: store)
    if isJSON, let document = try? JSONDocument.text(for: problem, saying: advice) {
      return document
    }
    return label("error:", color: 31) + " " + advice
  }

  func notice(_ message: Message) -> String {
    let advice = message.advice(on: store)
    if isJSON, let document = try? JSONDocument.text(forNotice: advice) { return document }
    return label("notice:", color: 33) + " " + advice.visibleLines
  }

  /// - Parameter color: the parameter of "select graphic rendition" (ECMA-48, 8.3.117).
  private func label(_ text: String, color: Int) -> String {
    hasColor ? "\u{1B}[1;\(color)m\(text)\u{1B}[0m" : text
  }
}
