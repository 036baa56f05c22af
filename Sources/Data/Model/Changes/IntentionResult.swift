package import MonikerDomain

/// An answer that a store records with its intention.
package protocol IntentionResult {
  /// Nil for a recorded answer of another kind.
  init?(_ recorded: IntentionAnswer)

  /// Nil for an answer that is not recorded.
  var recorded: IntentionAnswer? { get }
}

extension SignIn: IntentionResult {
  package init?(_ recorded: IntentionAnswer) {
    guard case .signIn(let answer) = recorded else { return nil }
    self = answer
  }

  package var recorded: IntentionAnswer? { .signIn(self) }
}

extension Account: IntentionResult {
  package init?(_ recorded: IntentionAnswer) {
    guard case .account(let answer) = recorded else { return nil }
    self = answer
  }

  package var recorded: IntentionAnswer? { .account(self) }
}

extension Renaming: IntentionResult {
  package init?(_ recorded: IntentionAnswer) {
    guard case .renaming(let answer) = recorded else { return nil }
    self = answer
  }

  package var recorded: IntentionAnswer? { .renaming(self) }
}

extension Activation: IntentionResult {
  package init?(_ recorded: IntentionAnswer) {
    guard case .activation(let answer) = recorded else { return nil }
    self = answer
  }

  package var recorded: IntentionAnswer? { .activation(self) }
}

extension AccountRemoval?: IntentionResult {
  package init?(_ recorded: IntentionAnswer) {
    guard case .removal(let answer) = recorded else { return nil }
    self = .some(answer)
  }

  package var recorded: IntentionAnswer? { map { .removal($0) } }
}

extension Profile: IntentionResult {
  package init?(_ recorded: IntentionAnswer) {
    guard case .profile(let answer) = recorded else { return nil }
    self = answer
  }

  package var recorded: IntentionAnswer? { .profile(self) }
}

extension SignOut: IntentionResult {
  package init?(_ recorded: IntentionAnswer) {
    guard case .signOut(let answer) = recorded else { return nil }
    self = answer
  }

  package var recorded: IntentionAnswer? { .signOut(self) }
}

extension [SessionEntry]: IntentionResult {
  package init?(_ recorded: IntentionAnswer) {
    guard case .ended(let answer) = recorded else { return nil }
    self = answer
  }

  package var recorded: IntentionAnswer? { .ended(self) }
}

extension Device: IntentionResult {
  package init?(_ recorded: IntentionAnswer) {
    guard case .device(let answer) = recorded else { return nil }
    self = answer
  }

  package var recorded: IntentionAnswer? { .device(self) }
}

extension IdentityToken: IntentionResult {
  package init?(_ recorded: IntentionAnswer) {
    guard case .identityToken(let answer) = recorded else { return nil }
    self = answer
  }

  package var recorded: IntentionAnswer? { .identityToken(self) }
}

/// The result of deciding about a link: a wrong code changes the store.
package enum LinkDecision: IntentionResult, Sendable {
  case decided
  case wrong

  /// Throws the error that the port throws for a wrong code, which is counted by now.
  package func get() throws(CredentialError) {
    guard self == .decided else { throw .noSuchLink }
  }

  package init?(_ recorded: IntentionAnswer) {
    guard case .decision = recorded else { return nil }
    self = .decided
  }

  package var recorded: IntentionAnswer? { self == .decided ? .decision : nil }
}

/// A recovery key that was set.
package struct RecoveryKeySetting: IntentionResult {
  /// The digest of the key.
  package let digest: SecretDigest

  package init(_ digest: SecretDigest) {
    self.digest = digest
  }

  package init?(_ recorded: IntentionAnswer) {
    guard case .recoveryKey(let answer) = recorded else { return nil }
    digest = answer
  }

  package var recorded: IntentionAnswer? { .recoveryKey(digest) }
}
