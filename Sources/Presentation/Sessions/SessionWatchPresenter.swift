public import MonikerDomain

/// Tells who is signed in, and then of each change, as values to show.
public struct SessionWatchPresenter: Sendable {
  private let session: UserSessionUseCase
  private let store: StoreDescription

  /// Makes the presenter over the use case of a store.
  public init(session: UserSessionUseCase, store: StoreDescription) {
    self.session = session
    self.store = store
  }

  /// Shows the present state of the active session, and then each other one; that a session runs out
  /// is a change, too.
  ///
  /// - Parameter show: is handed each state in turn; false ends it.
  /// - Throws: a problem if the store cannot be read, or what `show` throws.
  public func run(
    _ show: (SessionWatchOutcome) throws(Problem) -> Bool
  ) async throws(Problem) {
    let (moments, continuation) = AsyncStream.makeStream(of: Moment.self)
    let reading = Task { [session] in
      do throws(SessionError) {
        for try await snapshot in session.changes() { continuation.yield(.changed(snapshot)) }
      } catch {
        continuation.yield(.failed(error))
      }
      continuation.finish()
    }
    var expiry: Task<Void, Never>?
    defer {
      reading.cancel()
      expiry?.cancel()
    }
    var snapshot: SessionSnapshot?
    var shown: SessionState?
    for await moment in moments {
      switch moment {
      case .changed(let new): snapshot = new
      case .ranOut: break
      case .failed(let error): throw Problem(error)
      }
      guard let snapshot else { continue }
      let state = session.judge(snapshot)
      expiry?.cancel()
      if case .signedIn(let active) = state, let left = session.remaining(of: active.session) {
        expiry = Task {
          do { try await Task.sleep(for: left) } catch { return }
          continuation.yield(.ranOut)
        }
      }
      guard state != shown else { continue }
      shown = state
      guard try show(SessionWatchOutcome(state: state, store: store)) else { return }
    }
  }

  /// Something after which the state is judged anew.
  private enum Moment: Sendable {
    case changed(SessionSnapshot)
    case ranOut
    case failed(SessionError)
  }
}
