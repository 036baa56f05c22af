#if Server
import ArgumentParser
import MonikerDomain
import MonikerPresentation

/// `moniker-server accounts add`: adds an account, and prints its recovery key: an invitation.
struct AccountsAdd: OperatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add an account, and print its recovery key.",
    discussion: """
      Whoever has the recovery key can sign in: it is an invitation. It is printed
      once. With --sign-up closed this is the only way to get an account.
      """
  )

  @OptionGroup var account: AccountArgument
  @OptionGroup var options: OperatorOptions

  func run() async throws {
    try await options.answer(mustExist: false) { store in
      let account = try await store.accounts.add(account.nickname)
      let key = store.newRecoveryKey
      try await store.credentials.setRecoveryKey(key.digest, of: account.id)
      return AccountAnswer(account, recoveryKey: key, "\(account.nickname) was added.")
    }
  }
}

/// `moniker-server accounts reset-key`: gives an account another recovery key.
struct AccountsResetKey: OperatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset-key",
    abstract: "Give an account another recovery key, and print it.",
    discussion: """
      For a person who has lost the key and every device. The key before it proves
      nothing from then on; the sessions stay open.
      """
  )

  @OptionGroup var account: AccountArgument
  @OptionGroup var options: OperatorOptions

  func run() async throws {
    try await options.answer { store in
      let account = try await store.accounts.account(account.nickname)
      let key = store.newRecoveryKey
      try await store.credentials.setRecoveryKey(key.digest, of: account.id)
      return AccountAnswer(
        account,
        recoveryKey: key,
        "\(account.nickname) has another recovery key."
      )
    }
  }
}

/// `moniker-server accounts rename`: gives an account another nickname.
struct AccountsRename: OperatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Give an account another nickname."
  )

  @OptionGroup var account: AccountArgument

  @Argument(help: "The new nickname.")
  var newNickname: String

  @OptionGroup var options: OperatorOptions

  func run() async throws {
    try await options.answer { store in
      let (before, after) = try await store.oversight.rename(account.nickname, to: newNickname)
      return AccountAnswer(after, "\(before.nickname) is \(after.nickname) now.")
    }
  }
}

/// `moniker-server accounts suspend`: ends the sessions of an account, and refuses others.
struct AccountsSuspend: OperatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "suspend",
    abstract: "End the sessions of an account, and refuse its sign-ins."
  )

  @OptionGroup var account: AccountArgument
  @OptionGroup var options: OperatorOptions

  func run() async throws {
    try await options.answer { store in
      let (account, count) = try await store.oversight.suspend(account.nickname)
      return AccountAnswer(
        account,
        "\(account.nickname) is suspended. \(count) \(count == 1 ? "session was" : "sessions were") "
          + "ended."
      )
    }
  }
}

/// `moniker-server accounts resume`: ends the suspension of an account.
struct AccountsResume: OperatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume",
    abstract: "Let a suspended account sign in again."
  )

  @OptionGroup var account: AccountArgument
  @OptionGroup var options: OperatorOptions

  func run() async throws {
    try await options.answer { store in
      let account = try await store.oversight.resume(account.nickname)
      return AccountAnswer(account, "\(account.nickname) can sign in again.")
    }
  }
}

/// `moniker-server accounts remove`: removes an account.
struct AccountsRemove: OperatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove an account with its sessions. This cannot be undone.",
    discussion: """
      EXAMPLE:
        moniker-server accounts remove mina --confirm mina
      """
  )

  @OptionGroup var account: AccountArgument

  @Option(help: ArgumentHelp("The nickname again, to confirm.", valueName: "nickname"))
  var confirm: String

  @OptionGroup var options: OperatorOptions

  func run() async throws {
    try await options.answer { store in
      let removal = try await store.accounts.remove(account.nickname, confirmedBy: confirm)
      return AccountAnswer(removal.account, "\(removal.account.nickname) was removed.")
    }
  }
}

/// An account after a change, with a recovery key that is shown once.
private struct AccountAnswer: OperatorAnswer {
  let accountID: String
  let nickname: String
  let recoveryKey: String?
  let text: String
  var hasRecoveryKey: Bool { recoveryKey != nil }

  /// - Parameters:
  ///   - account: the account.
  ///   - recoveryKey: its new recovery key; nil for none.
  ///   - sentences: what was done.
  init(_ account: Account, recoveryKey: Secret? = nil, _ sentences: String) {
    accountID = account.id.description
    nickname = account.nickname.text
    self.recoveryKey = recoveryKey?.text
    let key = recoveryKey.map { "\nRecovery key: \($0.text)" } ?? ""
    text = sentences.visibleLines + key
  }

  private enum CodingKeys: CodingKey { case accountID, nickname, recoveryKey }
}
#endif
