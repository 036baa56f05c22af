#if Server
import ArgumentParser
import Glibc
import Moniker
import MonikerCommandLine
import MonikerDomain
import MonikerPostgreSQL
import MonikerPresentation

/// `moniker-server store …`: the operator's commands for the store as a whole.
struct StoreGroup: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store",
    abstract: "Show, check, back up and copy the store.",
    discussion: """
      The service may run meanwhile, except for copy. The tool replaces a store in a
      file while the service is stopped: moniker store restore, import and repair,
      with --store sqlite:PATH. Back up and restore a database with PostgreSQL's own
      programs.
      """,
    subcommands: [
      StoreInfo.self, StoreCheck.self, StoreBackup.self, StoreCopy.self, StoreGrants.self,
    ],
    defaultSubcommand: StoreInfo.self
  )
}

/// `moniker-server store info`: the size of the store.
struct StoreInfo: OperatorCommand {
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
struct StoreCheck: OperatorCommand {
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
struct StoreBackup: OperatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Back up the store to a new file, as of one moment."
  )

  @Argument(help: "The file, which must not exist.", completion: .file())
  var file: String

  @OptionGroup var options: OperatorOptions

  func run() async throws {
    let target = try StoreOptions.location(of: "sqlite:\(file)")
    try await options.answerOnWhole { presenter, owner in
      let backup = try target.openWhole(owner: owner)
      do {
        let outcome = try await presenter.backUp(to: backup.named, keeping: nil)
        await backup.close()
        return outcome
      } catch {
        await backup.close()
        if let problem = error as? Problem, problem.code == .storeNotEmpty {
          throw Problem(.storeNotEmpty, "\(problem.message) Name another file.")
        }
        throw error
      }
    }
  }
}

/// `moniker-server store copy`: fills an empty store with the contents of another one.
struct StoreCopy: OperatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Copy the store into an empty one.",
    discussion: """
      EXAMPLES:
        moniker-server store copy --to postgres://moniker_owner@db/moniker
        moniker-server store copy --store postgres://moniker@db/moniker \\
          --to sqlite:new.sqlite

      Stop the service first: what it changes meanwhile is not in the copy. The copy
      is compared with its source. Devices stay signed in, with their tokens.
      Identity tokens are not copied.
      """
  )

  @Option(help: ArgumentHelp("The store to fill, which must be empty.", valueName: "store"))
  var to: String

  @OptionGroup var options: OperatorOptions

  func run() async throws {
    let target = try StoreOptions.location(of: to)
    try await options.answerOnWhole { presenter, owner in
      let opened = try target.openWhole(owner: owner)
      do {
        let outcome = try await presenter.copy(
          to: opened.named,
          merging: false,
          keepingDevices: true
        )
        await opened.close()
        return outcome
      } catch {
        await opened.close()
        throw error
      }
    }
  }
}

/// `moniker-server store grants`: what lets a role use the store in a database.
struct StoreGrants: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "grants",
    abstract: "Print the statements that let a role use the store in a database, and no more.",
    discussion: """
      The owner of the tables runs them once, and again after a migration:
        moniker-server store grants moniker | psql postgres://moniker_owner@db/moniker
      """
  )

  @Argument(help: "The name of the role of the service.")
  var role: String

  func run() throws {
    print(PostgreSQLSchema.grants(to: role))
  }
}

extension OperatorOptions {
  /// Opens the store as a whole, runs a command, and writes its outcome.
  fileprivate func answerOnWhole(
    _ body: (StorePresenter, StoreOwner) async throws -> some Outcome
  ) async throws {
    let owner = StoreOwner(now: ProcessEnvironment.now, random: ProcessEnvironment.random)
    let opened = try store.location().openWhole(owner: owner)
    let progress = isatty(STDERR_FILENO) == 1 && !json ? ProgressLine(write: Self.note) : nil
    let presenter = StorePresenter(store: opened.named) { progress?.show($0) }
    let outcome: any Outcome
    do {
      outcome = try await body(presenter, owner)
    } catch {
      progress?.end()
      await opened.close()
      throw error
    }
    progress?.end()
    await opened.close()
    try write(OutcomeAnswer(outcome: outcome))
    // A damaged store was found, and the answer says it.
    if let code = outcome.problemCode { throw ExitCode(ExitStatus(code).rawValue) }
  }

  /// Writes a text to standard error.
  @Sendable private static func note(_ text: String) {
    _ = Glibc.write(STDERR_FILENO, text, text.utf8.count)
  }
}

/// The outcome of a presenter, as an answer.
private struct OutcomeAnswer: OperatorAnswer {
  let outcome: any Outcome

  var text: String { outcome.text.visibleLines }

  func encode(to encoder: any Encoder) throws { try outcome.encode(to: encoder) }
}
#endif
