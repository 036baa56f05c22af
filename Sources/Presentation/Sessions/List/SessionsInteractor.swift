import MonikerDomain

/// The output of the list's interactor: the presenter.
@MainActor
protocol SessionsInteractorOutput: AnyObject {
  /// Receives the sessions and the time of their states.
  func interactor(hasListed list: SessionList, at time: Timestamp)

  /// Receives the session that was looked up.
  func interactor(hasFound entry: SessionEntry, at time: Timestamp)

  /// Receives the sessions that the call has ended.
  func interactor(hasEnded entries: [SessionEntry], at time: Timestamp)

  /// Receives a session that had ended before the call.
  func interactor(hasFoundEnded entry: SessionEntry, at time: Timestamp)

  /// Receives a failure.
  func interactor(hasFailed error: SessionError)
}

/// The interactor of the list: fetches and ends sessions, and passes the results to its output
/// without formatting them.
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

  func end(_ scope: SessionSelection) async {
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
