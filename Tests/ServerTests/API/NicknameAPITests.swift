#if Server
import HTTPTypes
import MonikerDomain
import MonikerDoubles
import Testing

@testable import MonikerServer

@Suite(.timeLimit(.minutes(2))) struct `Asking for a nickname by the API` {
  @Test(arguments: [
    ("free", true, nil), ("%20free%20", true, nil), ("MINA", false, "nicknameTaken"),
    ("rnina", false, "nicknameResembles"), ("moniker", false, "invalidNickname"),
    ("a%07", false, "invalidNickname"), ("%EA%B8%B8%EB%8F%99", true, nil),
  ])
  func `says whether it is free, and why not`(
    text: String,
    isAvailable: Bool,
    code: String?
  ) async throws {
    try await TestService().run { client in
      _ = try await client.signIn("mina")
      let answer = try await client.send(.get, "nicknames/\(text)").expect(200).document()
      #expect(answer["available"] as? Bool == isAvailable)
      #expect(answer["code"] as? String == code)
    }
  }

  @Test(arguments: ["%", "%zz", "%ff", "a%c3"])
  func `needs an address in UTF-8`(text: String) async throws {
    try await TestService().run { client in
      try await client.send(.get, "nicknames/\(text)").expect(400, "invalidRequest")
    }
  }

  @Test func `changes nothing`() async throws {
    let service = TestService()
    try await service.run { client in
      _ = try await client.send(.get, "nicknames/free").expect(200)
      #expect(try await service.store.accounts(.first, in: .everything(on: .local)).entries == [])
    }
  }
}
#endif
