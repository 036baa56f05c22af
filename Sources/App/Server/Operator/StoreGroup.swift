#if Server
import ArgumentParser
import Moniker
import MonikerCommandLine
import MonikerDomain
import MonikerPresentation

/// `moniker-server store …`: the operator's commands for the store as a whole.
struct StoreGroup: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store",
    abstract: "Show, check and back up the store.",
    discussion: """
      The service may run meanwhile. What replaces a store is done by the tool while
      the service is stopped: moniker store restore, import, copy and repair, with
      --store sqlite:PATH.
      """,
    subcommands: [StoreInfo.self, StoreCheck.self, StoreBackup.self],
    defaultSubcommand: StoreInfo.self
  )
}

/// `moniker-server store info`: the size of the store.
struct StoreInfo: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Show the size of the store (default)."
  )

  @OptionGroup var options: OperatorOptions

  func run() async throws {
    try await options.answerOnWhole { presenter, _ in try await presenter.info(mustExist: true) }
  }
}

/// `moniker-server store check`: whether the store is sound.
struct StoreCheck: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check whether the store is sound. Nothing is changed."
  )

  @OptionGroup var options: OperatorOptions

  func run() async throws {
    try await options.answerOnWhole { presenter, _ in try await presenter.check() }
  }
}

/// `moniker-server store backup`: a copy of the store as of one moment.
struct StoreBackup: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Back up the store to a new file, as of one moment."
  )

  @Argument(help: "The file, which must not exist.", completion: .file())
  var file: String

  @OptionGroup var options: OperatorOptions

  func run() async throws {
    try await options.answerOnWhole { presenter, owner in
      guard let location = StoreLocation(setting: "sqlite:\(file)"),
        let path = try StoreRules.location(of: location)
      else { throw ValidationError("\(file) is not the path of a file.") }
      let target = location.open(at: path, owner: owner)
      let backup = NamedStore(
        StoreDescription(kind: "sqlite", location: path),
        archive: target.store,
        staging: target.staging,
        files: { [path] }
      )
      let outcome = try await presenter.backUp(to: backup, keeping: nil)
      await target.close()
      return outcome
    }
  }
}

extension OperatorOptions {
  /// Opens the store in a file as a whole, runs a command, and writes its outcome.
  fileprivate func answerOnWhole(
    _ body: (StorePresenter, StoreOwner) async throws -> some Outcome
  ) async throws {
    let owner = StoreOwner(now: ProcessEnvironment.now, random: ProcessEnvironment.random)
    let location = try store.location()
    guard location.kind == .sqlite, let path = try StoreRules.location(of: location) else {
      throw Self.storeInFile
    }
    let opened = location.open(at: path, owner: owner)
    let presenter = StorePresenter(
      store: NamedStore(
        StoreDescription(kind: "sqlite", location: path),
        archive: opened.store,
        staging: opened.staging,
        files: { [path] }
      )
    )
    let outcome: any Outcome
    do {
      outcome = try await body(presenter, owner)
    } catch {
      await opened.close()
      throw error
    }
    await opened.close()
    try write(OutcomeAnswer(outcome: outcome))
    // A damaged store was found, and the answer says it.
    if let code = outcome.problemCode { throw ExitCode(ExitStatus(code).rawValue) }
  }
}

/// The outcome of a presenter, as an answer.
private struct OutcomeAnswer: OperatorAnswer {
  let outcome: any Outcome

  var text: String { outcome.text.visibleLines }

  func encode(to encoder: any Encoder) throws { try outcome.encode(to: encoder) }
}
#endif
