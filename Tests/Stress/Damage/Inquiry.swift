import MonikerDomain
import MonikerModel
import MonikerDoubles

/// The answers of a store to all reading calls.
struct Inquiry {
  /// The answer to one call.
  enum Answer {
    case value(AnyHashable)
    case failure(StoreFailure)
  }

  let answers: [(question: String, answer: Answer)]

  /// Makes all reading calls.
  ///
  /// - Parameter names: the nicknames of the accounts that are read one by one.
  static func all(of store: any Store, names: [String]) async -> Inquiry {
    var answers: [(String, Answer)] = []
    func ask(_ question: String, _ body: () async throws -> AnyHashable) async {
      answers.append((question, await answer(body)))
    }
    await ask("session") { try await store.session(of: .active) }
    await ask("accounts") { try await store.accounts() }
    await ask("account list") { try await store.accountList() }
    await ask("sessions") { try await store.sessions(endedLimit: .max) }
    await ask("events") { try await store.events(limit: .max) }
    for name in names {
      guard let reference = NicknameReference(typed: name) else { continue }
      await ask("session by name") { try await store.session(of: .holder(of: reference)) }
      await ask("events by name") {
        let holder = try await store.account(holding: reference, in: .test)
        return try await store.events(of: holder?.id)
      }
    }
    for digit in ["1", "8", "f"] {
      guard let prefix = SessionIDPrefix(digit) else { continue }
      await ask("session by ID") {
        try await store.sessions(beginningWith: prefix, limit: .max)
      }
    }
    return Inquiry(answers: answers)
  }

  /// Signs in, which looks up a nickname, adds an account and opens a session.
  static func signIn(to store: any Store, as name: String) async -> Answer {
    await answer {
      try await store.signIn(
        SignInChange(
          nickname: try Nickname(name),
          newAccountID: AccountID(high: 0, low: 1),
          newSessionID: SessionID(high: 0, low: 1),
          at: ChangeContext(at: Timestamp(millisecondsSince1970: 2_000_000_000_000))
        )
      )
    }
  }

  private static func answer(_ body: () async throws -> AnyHashable) async -> Answer {
    do {
      return .value(try await body())
    } catch NicknameError.store(let failure) {
      return .failure(failure)
    } catch SessionError.store(let failure) {
      return .failure(failure)
    } catch AccountError.store(let failure) {
      return .failure(failure)
    } catch HistoryError.store(let failure) {
      return .failure(failure)
    } catch {
      // A refusal is an answer.
      return .value("\(error)")
    }
  }

  /// Compares the answers with those of the undamaged file.
  func finding(comparedWith whole: Inquiry, at path: String) -> (finding: Finding, detail: String) {
    var worst = (finding: Finding.right, detail: "")
    for ((question, answer), (_, expected)) in zip(answers, whole.answers) {
      let found = answer.finding(comparedWith: expected, at: path)
      if worst.finding.worse(found.finding) != worst.finding {
        worst = (found.finding, "\(question)\(found.detail)")
      }
    }
    return worst
  }
}

extension Inquiry.Answer {
  func finding(
    comparedWith expected: Inquiry.Answer,
    at path: String
  ) -> (finding: Finding, detail: String) {
    switch (self, expected) {
    case (.value(let value), .value(let other)):
      return value == other ? (.right, "") : (.wrong, "")
    case (.failure(let failure), _):
      let isNamed: Bool =
        switch failure.reason {
        case .damaged, .foreign, .newer: failure.location == path && !failure.detail.isEmpty
        default: false
        }
      return isNamed ? (.refused, "") : (.misnamed, ": \(failure.reason), \(failure.detail)")
    case (.value, .failure(let failure)):
      return (.wrong, ", and the whole file failed: \(failure)")
    }
  }
}
