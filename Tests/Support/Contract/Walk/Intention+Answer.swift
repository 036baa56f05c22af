import MonikerDomain
import MonikerModel
import MonikerDoubles

/// The circumstances that operations have in common.
struct Circumstances: Sendable {
  /// The origin of the calls.
  var origin = Sample.origin

  /// The number of account IDs: numbers are taken modulo this.
  var accounts = Int.max

  /// The scope of the calls.
  var scope = StoreScope.test

  fileprivate func account(_ number: Int) -> AccountID { Sample.accountID(number % accounts) }

  fileprivate func context(_ offset: Int64) -> ChangeContext {
    ChangeContext(at: Sample.time(offset), in: scope, from: origin)
  }
}

extension Intention {
  /// Performs the operation, and returns its answer.
  func answer(
    of store: any PersonalStore,
    in circumstances: Circumstances = Circumstances()
  ) async -> Answer {
    do {
      return try await answerOrError(of: store, in: circumstances)
    } catch NicknameError.store(let failure) {
      return .failed(failure.reason)
    } catch let refusal as NicknameError {
      return .refused(refusal)
    } catch SessionError.store(let failure) {
      return .failed(failure.reason)
    } catch let refusal as SessionError {
      return .sessionRefused(refusal)
    } catch AccountError.store(let failure) {
      return .failed(failure.reason)
    } catch let refusal as AccountError {
      return .accountRefused(refusal)
    } catch ProfileError.store(let failure) {
      return .failed(failure.reason)
    } catch let refusal as ProfileError {
      return .profileRefused(refusal)
    } catch StoreError.store(let failure) {
      return .failed(failure.reason)
    } catch HistoryError.store(let failure) {
      return .failed(failure.reason)
    } catch {
      return .other("\(error)")
    }
  }

  private func answerOrError(
    of store: any PersonalStore,
    in circumstances: Circumstances
  ) async throws -> Answer {
    switch self {
    case .signIn(let name, let newID, let time, let lifetime, let isSliding, let minimum):
      let request = SignInChange(
        nickname: try Sample.nickname(name),
        newAccountID: circumstances.account(newID),
        newSessionID: Sample.sessionID(newID),
        on: Sample.terms(lifetime, isSliding, minimum),
        at: circumstances.context(time)
      )
      return .signedIn(try await store.signIn(request))
    case .assign(let name, let number, let time):
      let account = circumstances.account(number)
      let context = circumstances.context(time)
      return .account(try await store.assign(try Nickname(name), to: account, at: context))
    case .ask(let name, let number, let time):
      let conflict = try await store.conflict(
        of: try Nickname(name),
        for: number.map { circumstances.account($0) },
        at: circumstances.context(time)
      )
      return .conflict(conflict)
    case .rename(let name, let new, let time):
      let subject = try Self.subject(name)
      let context = circumstances.context(time)
      return .renamed(try await store.rename(subject, to: try Nickname(new), at: context))
    case .end(let name, let time, let limit):
      let context = circumstances.context(time)
      let subject = try Self.subject(name)
      return .signedOut(try await store.end(subject, at: context, naming: limit))
    case .activate(let name, let time):
      let reference = try Sample.reference(to: name)
      return .activated(
        try await store.activate(.holder(of: reference), at: circumstances.context(time))
      )
    case .remove(let number, let time):
      let context = circumstances.context(time)
      return .removed(try await store.remove(circumstances.account(number), at: context))
    case .save(let number, let version, let text, let time):
      let edit = try await Sample.edit(
        try Sample.profile(text),
        ofVersion: version,
        of: circumstances.account(number),
        in: store,
        scope: circumstances.scope
      )
      return .saved(try await store.save(edit, at: circumstances.context(time)))
    case .renew(let name, let time):
      let subject = try Self.subject(name)
      return .renewed(try await store.renew(subject, at: circumstances.context(time)))
    case .endSessions(let scope, let time):
      let context = circumstances.context(time)
      return .ended(try await store.endSessions(try Self.scope(scope), at: context))
    case .recordExpiries(let time):
      return .recorded(try await store.recordExpiries(at: circumstances.context(time)))
    case .limit(let limit):
      guard let whole = store as? any Store else { return .other("no settings") }
      try await whole.change(StoreSettingsChange(historyLimit: limit))
      return .limited(try await whole.settings())
    case .list(let limit):
      // One page is of one moment.
      let request = PageRequest(limit: limit)
      let page =
        limit.isMultiple(of: 2)
        ? try await store.openSessions(request, in: circumstances.scope)
        : try await store.endedSessions(request, in: circumstances.scope)
      return .listed(SessionList(entries: page.entries, moreHaveEnded: page.next != nil))
    case .find(let text, let limit):
      guard let prefix = SessionIDPrefix(text) else { return .other("no prefix") }
      return .listed(
        try await store.sessions(beginningWith: prefix, limit: limit, in: circumstances.scope)
      )
    case .look(let account, let since, let limit):
      let query = HistoryQuery(
        of: account.map { Sample.accountID($0) },
        since: since.map { Sample.time($0) }
      )
      let page = PageRequest(limit: limit)
      return .told(try await store.events(query, page, in: circumstances.scope).entries)
    case .reopen:
      return .reopened
    }
  }

  private static func scope(_ scope: Scope) throws -> SessionSelection {
    switch scope {
    case .session(let number): .session(Sample.sessionID(number))
    case .subject(let name): .subject(try subject(name))
    case .others(let name): .others(than: try subject(name))
    case .otherDevices(let name): .otherDevices(of: try subject(name))
    case .all: .all
    }
  }

  private static func subject(_ name: String?) throws -> SessionSubject {
    try name.map { try Sample.holder(of: $0) } ?? .active
  }
}
