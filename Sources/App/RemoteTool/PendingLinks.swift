#if Server
import MonikerRemote
import Synchronization

/// Begins links of a repository, which is made after what begins them.
final class PendingLinks: Sendable {
  private let repository = Mutex<RemoteRepository?>(nil)

  /// Begins all later links in a repository.
  func begin(in repository: RemoteRepository) {
    self.repository.withLock { $0 = repository }
  }

  func begin(_ request: RemoteProofRequest) async throws(RemoteError) -> RemoteLink? {
    guard let repository = repository.withLock(\.self) else { return nil }
    return try await repository.beginLink(for: request.purpose)
  }
}
#endif
