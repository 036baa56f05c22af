public import MonikerDomain

/// The accounts screen: turns a stream of inputs into a stream of outputs.
///
/// Input/Output: a view only sends inputs and shows outputs. Each input gives exactly one output, in
/// order, and an input is read only after the output for the one before it.
public struct AccountsViewModel: Sendable {
  /// A request of the view.
  public enum Input: Hashable, Sendable {
    /// Show all accounts.
    case list
    /// Add an account.
    case add(String)
    /// Remove the account whose nickname is given twice.
    case remove(String, confirmedBy: String)
    /// Make another account active; nil for the only other one that is signed in.
    case activate(String?)
    /// Make an account active that was active before.
    case reactivate(Account)
  }

  /// The answer to an input.
  public enum Output: Sendable {
    /// The change that was made, if any, and all accounts after it.
    ///
    /// The accounts are missing if they could not be read after a change.
    case accounts(AccountsOutcome)
    /// An input that failed, and why; nothing was changed unless the problem says otherwise.
    case failed(Input, Problem)
  }

  private let accounts: AccountsUseCase
  private let actingAccount: ActingAccount
  private let store: StoreDescription

  /// Makes the screen.
  ///
  /// - Parameters:
  ///   - accounts: the use case over a store.
  ///   - actingAccount: the account whose session commands use.
  ///   - store: the description of the store for the outcomes.
  public init(accounts: AccountsUseCase, actingAccount: ActingAccount, store: StoreDescription) {
    self.accounts = accounts
    self.actingAccount = actingAccount
    self.store = store
  }

  /// Gives an output for each input.
  ///
  /// - Returns: a sequence that ends with the inputs, or when the task that reads it is cancelled.
  public func transform<Inputs: AsyncSequence & Sendable>(
    _ inputs: Inputs
  ) -> AsyncStream<Output> where Inputs.Element == Input, Inputs.Failure == Never {
    AsyncStream { continuation in
      let task = Task {
        for await input in inputs { continuation.yield(await output(for: input)) }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  private func output(for input: Input) async -> Output {
    do {
      let change = try await fulfil(input)
      return .accounts(try await outcome(after: change))
    } catch let problem as Problem {
      return .failed(input, problem)
    } catch let error as AccountError {
      return .failed(input, Problem(error))
    } catch {
      return .failed(input, Problem(.failure, "\(error)"))
    }
  }

  private func outcome(after change: AccountsOutcome.Change?) async throws -> AccountsOutcome {
    do {
      return AccountsOutcome(
        change: change,
        list: try await accounts.list(),
        store: store,
        actingAccount: actingAccount
      )
    } catch {
      // The change succeeded even if the store cannot be read after it.
      guard let change else { throw error }
      return AccountsOutcome(change: change, list: nil, store: store, actingAccount: actingAccount)
    }
  }

  private func fulfil(_ input: Input) async throws -> AccountsOutcome.Change? {
    switch input {
    case .list:
      return nil
    case .add(let typed):
      return .added(try await accounts.add(typed), typed: typed)
    case .remove(let typed, let confirmation):
      return .removed(try await accounts.remove(typed, confirmedBy: confirmation))
    case .activate(let typed):
      try actingAccount.refuseSwitch(to: typed)
      return .activated(try await accounts.activate(typed))
    case .reactivate(let account):
      try actingAccount.refuseSwitch(to: account.nickname.text)
      return .activated(try await accounts.activate(account.id))
    }
  }
}
