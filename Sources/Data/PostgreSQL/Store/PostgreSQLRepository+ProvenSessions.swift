#if Server
package import MonikerDomain
import MonikerModel

extension PostgreSQLRepository: ProvenSessionRepository {
  /// See ``/MonikerDomain/ProvenSessionRepository/sessions(provenBy:)``.
  @concurrent package func sessions(
    provenBy digests: [SecretDigest]
  ) async throws(CredentialError) -> [ProvenSession?] {
    // Each request of a service asks for one, and its streams of events for all of theirs.
    if digests.count == 1, let digest = digests.first {
      do throws(PostgreSQLFailure) {
        return [try await provenSessions.answer(to: digest)]
      } catch {
        throw .store(error.failure)
      }
    }
    return try await read(CredentialError.self, .statement) {
      transaction throws(PostgreSQLFailure) in try transaction.sessions(provenBy: digests)
    }
  }

  /// See ``/MonikerDomain/ProvenSessionRepository/changeNotices()``.
  package func changeNotices() -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      Task { [feed] in await feed.add(continuation) }
    }
  }
}
#endif
