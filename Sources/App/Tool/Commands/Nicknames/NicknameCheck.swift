import ArgumentParser
import MonikerDomain
import MonikerPresentation

/// The command `moniker nickname check [TEXT…]`.
struct NicknameCheck: StreamingCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check whether texts are nicknames.",
    discussion: """
      EXAMPLES:
        moniker nickname check "Hong  Gildong"
        moniker nickname check gi1dong --json
        moniker nickname check < names.txt

      Without a TEXT, each line of standard input is one text. The answer to it is
      one line of fields separated by tabs: "ok", the nickname, its comparison form,
      its look-alike form in lower case, and its look-alike form as shown; or "no",
      the text, and the reason. With --json, the answer to each text is one document
      on one line.

      No store is used, so a nickname may already be taken. Exit status 65: some
      text is not a nickname.
      """
  )

  @Argument(help: "The texts to check; if omitted, standard input.")
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
    input.announce("Type one text per line; Ctrl-D ends the input.")
    // A program may write a line and wait for the answer, so flush before each read.
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
