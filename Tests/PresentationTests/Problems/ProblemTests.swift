import MonikerDomain
import MonikerPresentation
import Testing

@Suite struct `A problem` {
  static let reasons: [(StoreFailure.Reason, Problem.Code)] = [
    (.busy, .storeBusy), (.unreachable, .storeUnreachable),
    (.permissionDenied, .permissionDenied), (.damaged, .storeDamaged), (.foreign, .storeForeign),
    (.newer(found: 9, supported: 1), .storeNewer), (.identityInUse, .failure),
    (.inputOutput, .inputOutput),
  ]

  @Test(arguments: reasons)
  func `of a store names the store, what happened and what to do`(
    reason: StoreFailure.Reason,
    code: Problem.Code
  ) {
    let problem = Problem(StoreFailure(reason, at: "/the/path", detail: "what happened"))
    #expect(problem.code == code)
    #expect(problem.message.hasPrefix("The store /the/path failed: what happened. "))
    #expect(problem.message.hasSuffix("."))
    #expect(Problem(NicknameError.store(StoreFailure(reason, at: "", detail: ""))).code == code)
    #expect(Problem(SessionError.store(StoreFailure(reason, at: "", detail: ""))).code == code)
  }

  @Test(
    arguments: [
      (.empty, "it is empty"),
      (.disallowedCharacter("\u{1B}", position: 3), "character 3 is U+001B, a control character,"),
      (
        .disallowedCharacter("\u{10FFFF}", position: 1),
        "character 1 is U+10FFFF, a noncharacter, which"
      ),
      (.tooManyCharacters(65, limit: 64), "it has 65 characters. Give at most 64."),
      (.tooManyBytes(256, limit: 255), "it has 256 bytes in UTF-8. Give at most 255."),
    ] as [(NicknameRejection, String)]
  )
  func `with a nickname says which character, where and why`(
    rejection: NicknameRejection,
    words: String
  ) {
    let problem = Problem(NicknameError.rejected(rejection))
    #expect(problem.code == .invalidNickname)
    #expect(problem.message.contains(words))
  }

  @Test func `never hands a terminal what it would obey`() {
    let problem = Problem(.failure, "a\u{1B}[31m\u{9B}b\r\nc")
    #expect(problem.message == "a<U+001B>[31m<U+009B>b<U+000D>\nc")
  }
}
