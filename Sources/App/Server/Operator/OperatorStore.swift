#if Server
import ArgumentParser
import Glibc
import Moniker
import MonikerCommandLine
import MonikerData
import MonikerDomain
import MonikerPresentation

/// The store with the use cases of the operator, who sees everything.
struct OperatorStore {
  let accounts: AccountsUseCase
  let oversight: OperatorUseCase
  let credentials: CredentialsUseCase

  /// Makes a recovery key.
  var newRecoveryKey: Secret { Secret(.recoveryKey, random: ProcessEnvironment.random) }

  init(_ store: any SharedStore) {
    let context = RequestContext(in: .everything(on: .local), from: ProcessEnvironment.origin)
    let now = ProcessEnvironment.now
    accounts = AccountsUseCase(
      accounts: store,
      nicknames: store,
      policy: .reservingOwnNames,
      in: context,
      now: now
    )
    oversight = OperatorUseCase(store: store, policy: .reservingOwnNames, in: context, now: now)
    credentials = CredentialsUseCase(
      links: store,
      recoveryKeys: store,
      identityTokens: store,
      in: context
    )
  }
}

extension OperatorOptions {
  /// Opens the store, runs a command, and writes its answer.
  ///
  /// - Parameters:
  ///   - mustExist: whether a file that does not exist is an error, since its path may be wrong.
  ///   - body: returns the answer.
  func answer<Answer: OperatorAnswer>(
    mustExist: Bool = true,
    _ body: (OperatorStore) async throws -> Answer
  ) async throws {
    let owner = StoreOwner(now: ProcessEnvironment.now, random: ProcessEnvironment.random)
    let location = try store.location()
    if mustExist, case .local(let place) = location, let path = try StoreRules.location(of: place) {
      do { _ = try StoreFileKind(ofFileAt: path) } catch { throw StoreError.store(error) }
    }
    let opened = try location.openWhole(owner: owner)
    let answer: Answer
    do {
      answer = try await body(OperatorStore(opened.store))
    } catch {
      await opened.close()
      throw error
    }
    await opened.close()
    try write(answer)
  }

  /// Writes an answer to standard output.
  func write(_ answer: some OperatorAnswer) throws {
    let text = try json ? JSONDocument.text(answer) : answer.text
    guard text.isEmpty || Self.write(text + "\n") else {
      let loss =
        answer.hasRecoveryKey
        ? " The change was made, and the recovery key is lost. Make another one with: moniker-server accounts "
          + "reset-key"
        : " If the command makes a change, the change was made."
      throw Problem(.inputOutput, "The answer could not be written.\(loss)")
    }
  }

  /// Writes a text to standard output.
  ///
  /// - Returns: whether all of it was written.
  private static func write(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR else { return false }
      rest = rest.dropFirst(max(0, count))
    }
    return true
  }
}

/// What a command of the operator answers.
protocol OperatorAnswer: Encodable {
  /// The text for a person; empty for none.
  var text: String { get }

  /// Whether the answer is the only place of a recovery key.
  var hasRecoveryKey: Bool { get }
}

extension OperatorAnswer {
  var hasRecoveryKey: Bool { false }
}
#endif
