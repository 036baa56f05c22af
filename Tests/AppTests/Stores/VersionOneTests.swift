import Foundation
import Testing

@Suite struct `A store of the first version` {
  private func sandbox(_ store: StoreForm) throws -> Sandbox {
    let sandbox = try Sandbox(store)
    try sandbox.copyStore(ofVersion: 1)
    return sandbox
  }

  @Test(arguments: StoreForm.kinds)
  func `shows in the status which nicknames have lapsed, and why`(store: StoreForm) async throws {
    let sandbox = try sandbox(store)
    let status = try await sandbox.moniker("status").expect(exit: 0, errors: "").outputText
    for words in [
      "Signed in as ΣΑΣ since", "\"ΣΑΣ\" is the same as \"σας\" today",
      "\"paypa1\" can be taken for \"paypal\"", "is no nickname any more: code point 2 is U+200D",
    ] {
      #expect(status.contains(words), "\(words)")
    }
    let json = try await sandbox.moniker("status", "--json").expect(exit: 0).document()
    let lapsed = try #require(json["lapsedNicknames"] as? [[String: Any]])
    #expect(
      lapsed.map { $0["reason"] as? String }
        == ["sameClaim", "sameClaim", "resembles", "notAllowed"]
    )
    #expect(lapsed.map { $0["other"] as? String } == ["σας", "fiona", "paypal", nil])
    #expect(json["moreLapsedNicknames"] as? Bool == false)
  }

  @Test(arguments: StoreForm.kinds)
  func `lets everybody in by the name they have, and says what to do about it`(
    store: StoreForm
  ) async throws {
    let sandbox = try sandbox(store)
    for name in ["ΣΑΣ", "👩‍👩‍👧 & co", "ﬁona"] {
      let login = try await sandbox.moniker("login", name).expect(exit: 0)
      #expect(login.errorText.contains("only exactly this spelling leads to it"), "\(login)")
      try await sandbox.moniker("whoami").expect(exit: 0, output: name + "\n")
    }
    try await sandbox.moniker("rename", "fiona the second").expect(exit: 0, errors: "")
    let status = try await sandbox.moniker("status").expect(exit: 0).outputText
    #expect(!status.contains("ﬁona"))
  }
}
