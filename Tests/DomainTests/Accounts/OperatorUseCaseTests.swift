import MonikerDomain
import MonikerDoubles
import MonikerModel
import Testing

@Suite struct `The operator use case` {
  let clock = ManualClock()
  let store: InMemoryRepository
  let oversight: OperatorUseCase
  let accounts: AccountsUseCase

  init() {
    store = InMemoryRepository(owner: .test(clock))
    oversight = OperatorUseCase(store: store, in: .test, now: { [clock] in clock.now })
    accounts = AccountsUseCase(
      accounts: store,
      nicknames: store,
      in: .test,
      now: { [clock] in clock.now }
    )
  }

  @Test func `renames any account by the rules of nicknames`() async throws {
    let mina = try await accounts.add("mina")
    _ = try await accounts.add("jun")
    let (before, after) = try await oversight.rename("MINA", to: "sora")
    #expect(before == mina && after.id == mina.id && after.nickname.text == "sora")
    await #expect(throws: AccountError.self) { try await oversight.rename("sora", to: "jun") }
    await #expect(throws: AccountError.noSuchAccount("mina")) {
      try await oversight.rename("mina", to: "other")
    }
    await #expect {
      try await oversight.rename("sora", to: "")
    } throws: { error in
      if case AccountError.nickname(.rejected) = error { true } else { false }
    }
  }

  @Test func `suspends and resumes an account`() async throws {
    let signIn = try await store.signIn(
      SignInRequest(nickname: try Nickname("mina"), in: .test)
    )
    let (account, count) = try await oversight.suspend("mina")
    #expect(account == signIn.active.account && count == 1)
    #expect(try await oversight.suspend("mina").endedCount == 0)
    #expect(try await accounts.list().map(\.suspendedAt) == [clock.now])
    #expect(try await oversight.resume("mina") == account)
    #expect(try await accounts.list().map(\.suspendedAt) == [nil])
    await #expect(throws: AccountError.noSuchAccount("jun")) { try await oversight.suspend("jun") }
  }

  @Test func `removes unused accounts of an age, and no others`() async throws {
    let day: Int64 = 86_400_000
    _ = try await accounts.add("old")
    clock.advance(by: 10 * day)
    _ = try await accounts.add("young")
    clock.advance(by: 29 * day)
    let age = Duration.seconds(30 * 86_400)
    #expect(try await oversight.unusedAccounts(olderThan: age).map(\.nickname.text) == ["old"])
    #expect(try await accounts.list().count == 2)
    let removed = try await oversight.removeUnusedAccounts(olderThan: age)
    #expect(removed.map(\.nickname.text) == ["old"])
    #expect(try await accounts.list().map(\.account.nickname.text) == ["young"])
    clock.advance(by: day + 1)
    let later = try await oversight.removeUnusedAccounts(olderThan: age)
    #expect(later.map(\.nickname.text) == ["young"])
  }
}
