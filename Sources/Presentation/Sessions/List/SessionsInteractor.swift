import MonikerDomain

/// What the interactor of the list tells of: the presenter.
@MainActor
protocol SessionsInteractorOutput: AnyObject {
  /// The sessions, judged by a time.
  func interactor(hasListed list: SessionList, at time: Timestamp)

  /// The one session that was meant.
  func interactor(hasFound entry: SessionEntry, at time: Timestamp)

  /// The sessions that were ended.
  func interactor(hasEnded entries: [SessionEntry], at time: Timestamp)

  /// The session that was to be ended, and had ended before.
  func interactor(hasFoundEnded entry: SessionEntry, at time: Timestamp)

  /// What went wrong.
  func interactor(hasFailed error: SessionError)
}

/// The interactor of the list: fetches and ends sessions, and reports to its output; it formats nothing.
@MainActor
final class SessionsInteractor {
  weak var output: (any SessionsInteractorOutput)?
  private let sessions: SessionsUseCase

  init(sessions: SessionsUseCase) {
    self.sessions = sessions
  }

  func list(endedLimit: Int) async {
    await report { output throws(SessionError) in
      let (list, time) = try await sessions.list(endedLimit: endedLimit)
      output.interactor(hasListed: list, at: time)
    }
  }

  func find(_ typed: String) async {
    await report { output throws(SessionError) in
      let (entry, time) = try await sessions.session(typed)
      output.interactor(hasFound: entry, at: time)
    }
  }

  func end(_ typed: String) async {
    await report { output throws(SessionError) in
      let (entry, wasOpen, time) = try await sessions.end(typed)
      if wasOpen {
        output.interactor(hasEnded: [entry], at: time)
      } else {
        output.interactor(hasFoundEnded: entry, at: time)
      }
    }
  }

  func end(_ scope: SessionScope) async {
    await report { output throws(SessionError) in
      let (entries, time) = try await sessions.end(scope)
      output.interactor(hasEnded: entries, at: time)
    }
  }

  private func report(
    _ action: @MainActor (any SessionsInteractorOutput) async throws(SessionError) -> Void
  ) async {
    guard let output else { return }
    do {
      try await action(output)
    } catch {
      output.interactor(hasFailed: error)
    }
  }
}
