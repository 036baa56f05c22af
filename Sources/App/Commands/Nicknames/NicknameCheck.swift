import ArgumentParser
import MonikerDomain
import MonikerPresentation

/// The command `moniker nickname check [TEXT…]`.
struct NicknameCheck: StreamingCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Tell whether texts are nicknames, and in which forms.",
    discussion: """
      EXAMPLES:
        moniker nickname check "Hong  Gildong"
        moniker nickname check gi1dong --json
        moniker nickname check < names.txt

      Without a TEXT, each line of standard input is one, and is answered by one
      line: "ok", the nickname, what it is compared as, what it looks like in lower
      case and as shown; or "no", the text, and the reason. Tabs stand between them.
      With --json each text is answered by one document in a line.

      No store is asked, so a nickname may be taken all the same. Exit status 65:
      some text is no nickname.
      """
  )

  @Argument(help: "The texts to look at; the lines of standard input if there is none.")
  var texts: [String] = []

  @OptionGroup var output: AnswerOptions

  func run(_ input: inout InputLines, _ answer: inout Answer) throws(Problem) -> Problem.Code? {
    let presenter = NicknameCheckPresenter(policy: .reservingOwnNames)
    var code: Problem.Code?
    for text in texts {
      let outcome = presenter.check(text)
      code = code ?? outcome.problemCode
      try answer.write(answer.isJSON ? JSONDocument.text(outcome) : outcome.text)
    }
    guard texts.isEmpty else { return code }
    input.announce("Type a text a line; Ctrl-D ends it.")
    // Whoever writes a line and waits for the answer gets it: it goes out before the next wait.
    while !answer.isUnread,
      let line = try input.next(
        keeping: presenter.maximumTypedBytes,
        beforeWaiting: { () throws(Problem) in try answer.flush() }
      )
    {
      let outcome =
        switch line {
        case .text(let text): presenter.check(text)
        case .notText: presenter.refuseBytes()
        case .tooLong(let bytes): presenter.refuseText(ofBytes: bytes)
        }
      code = code ?? outcome.problemCode
      try answer.write(answer.isJSON ? JSONDocument.text(outcome) : outcome.line)
    }
    return code
  }
}
