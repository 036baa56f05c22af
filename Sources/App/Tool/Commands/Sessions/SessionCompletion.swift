import ArgumentParser
import MonikerDomain

/// Completes the IDs of the sessions in the store.
enum SessionCompletion {
  /// - Parameter isOpenOnly: whether to leave out the sessions that have ended.
  static func kind(openOnly isOpenOnly: Bool = false) -> CompletionKind {
    .custom { words, _, prefix in
      // As for nicknames, a store that fails completes nothing.
      guard
        let services = try? CompositionRoot.compose(
          GivenOptions(store: NicknameCompletion.store(in: words)),
          in: .present
        ),
        let (list, _) = try? await services.sessions.list(endedLimit: isOpenOnly ? 0 : 50)
      else { return [] }
      return list.entries.filter { !isOpenOnly || $0.session.ending == nil }
        .map(\.session.id.description).filter { $0.hasPrefix(prefix.lowercased()) }
    }
  }
}
