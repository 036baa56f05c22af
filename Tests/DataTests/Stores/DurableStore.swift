import MonikerData
import MonikerDomain
import MonikerModel
import MonikerDoubles

/// A kind of store that keeps a file, for tests that put other files in its place.
enum DurableStore: CaseIterable {
  case propertyList
  case sqlite

  func staging(_ path: String, makesParents: Bool = false) -> any StagingStore {
    switch self {
    case .propertyList:
      PropertyListStagingStore(path: path, wait: .seconds(1), makesParents: makesParents)
    case .sqlite: SQLiteStagingStore(path: path, wait: .seconds(1), makesParents: makesParents)
    }
  }

  func open(
    _ path: String,
    wait: Duration = .seconds(5),
    makesParents: Bool = false
  ) -> any Store {
    switch self {
    case .propertyList:
      PropertyListRepository(path: path, owner: .test, wait: wait, makesParents: makesParents)
    case .sqlite: SQLiteRepository(path: path, owner: .test, wait: wait, makesParents: makesParents)
    }
  }
}

extension NicknameRepository
where Self: SessionRepository & AccountRepository & HistoryRepository & StoreArchive {
  /// Signs in with IDs made from a number.
  @discardableResult
  func signIn(_ nickname: String, _ number: UInt64 = 1) async throws -> SignIn {
    let request = SignInChange(
      nickname: try Nickname(nickname),
      newAccountID: AccountID(high: 0, low: number),
      newSessionID: SessionID(high: 0, low: number),
      at: ChangeContext(at: Timestamp(millisecondsSince1970: 1_700_000_000_000))
    )
    return try await signIn(request)
  }

  /// The failure of each of the store's operations; nil for one that succeeds.
  func failures() async -> [StoreFailure?] {
    func failure(_ body: () async throws -> Void) async -> StoreFailure? {
      do {
        try await body()
        return nil
      } catch NicknameError.store(let failure) {
        return failure
      } catch SessionError.store(let failure) {
        return failure
      } catch AccountError.store(let failure) {
        return failure
      } catch HistoryError.store(let failure) {
        return failure
      } catch StoreError.store(let failure) {
        return failure
      } catch let failure as StoreFailure {
        return failure
      } catch {
        return StoreFailure(.inputOutput, at: "test", detail: "\(error)")
      }
    }
    let context = ChangeContext(at: Timestamp(millisecondsSince1970: 0))
    guard let reference = NicknameReference(typed: "a"), let prefix = SessionIDPrefix("5")
    else { return [] }
    return [
      await failure { _ = try await current() },
      await failure { _ = try await accounts() },
      await failure { _ = try await accountList() },
      await failure { _ = try await sessions(endedLimit: 1) },
      await failure { _ = try await sessions(beginningWith: prefix, limit: 1) },
      await failure { _ = try await events(limit: 1) },
      await failure { _ = try await renew(.active, at: context) },
      await failure { _ = try await end(.active, at: context, naming: 1) },
      await failure { _ = try await endSessions(.all, at: context) },
      await failure { try await signIn("a") },
      await failure { _ = try await rename(.active, to: try Nickname("a"), at: context) },
      await failure {
        _ = try await assign(try Nickname("a"), to: AccountID(high: 0, low: 1), at: context)
      },
      await failure { _ = try await conflict(of: try Nickname("b"), for: nil, in: .test) },
      await failure { _ = try await activate(.holder(of: reference), at: context) },
      await failure { _ = try await remove(AccountID(high: 0, low: 1), at: context) },
      await failure { for try await _ in changes() { break } },
      await failure { _ = try await contents().next() },
      await failure { _ = try await summary() },
      await failure { _ = try await merge([.metadata(.none)]) },
    ]
  }
}
