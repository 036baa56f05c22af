#if Server
import ArgumentParser
import MonikerDomain
import MonikerPresentation

/// `moniker-server accounts list`: all accounts, the oldest first.
struct AccountsList: OperatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List all accounts, the oldest first (default)."
  )

  @Flag(help: "List the suspended accounts alone.")
  var suspended = false

  @OptionGroup var options: OperatorOptions

  func run() async throws {
    try await options.answer { store in
      let all = try await store.accounts.list()
      return AccountList(
        accounts: all.filter { !suspended || $0.suspendedAt != nil },
        none: suspended ? "No account is suspended." : "The store has no account."
      )
    }
  }
}

/// Accounts as the operator sees them.
private struct AccountList: OperatorAnswer {
  let accounts: [AccountEntry]

  /// What a person reads if there are none.
  let none: String

  var text: String {
    guard !accounts.isEmpty else { return none }
    return accounts.map { entry in
      let last = entry.lastSignedInAt.map { "signed in \($0)" } ?? "never signed in"
      let state = entry.suspendedAt.map { ", suspended \($0)" } ?? ""
      return
        "\(entry.account.nickname.text.visible)  \(entry.account.id)  added "
        + "\(entry.account.createdAt), \(last)\(state)"
    }.joined(separator: "\n")
  }

  private struct Row: Encodable {
    let accountID: String
    let nickname: String
    let createdAt: String
    let lastSignedInAt: String?
    let suspendedAt: String?
  }

  private enum CodingKeys: CodingKey { case accounts }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let rows = accounts.map { entry in
      Row(
        accountID: entry.account.id.description,
        nickname: entry.account.nickname.text,
        createdAt: entry.account.createdAt.description,
        lastSignedInAt: entry.lastSignedInAt?.description,
        suspendedAt: entry.suspendedAt?.description
      )
    }
    try container.encode(rows, forKey: .accounts)
  }
}
#endif
