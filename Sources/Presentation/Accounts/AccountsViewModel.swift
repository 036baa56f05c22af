public import MonikerDomain

/// The accounts screen: a stream of what a person wants becomes a stream of what is to be shown.
///
/// Input/Output: a view sends inputs and shows outputs, and can do nothing else. Each input gives
/// exactly one output, in order, and an input is taken up when the one before it has been answered.
public struct AccountsViewModel: Sendable {
  /// What a person wants.
  public enum Input: Hashable, Sendable {
    /// To see all accounts.
    case list
    /// To make an account.
    case add(String)
    /// To remove an account, which is named twice.
    case remove(String, confirmedBy: String)
    /// To make another account active; nil for the other one of two.
    case activate(String?)
  }

  /// What is to be shown.
  public enum Output: Sendable {
    /// All accounts as they now are, with what was done before; without them if something was done
    /// and they cannot be read any more.
    case accounts(AccountsOutcome)
    /// An input that was not fulfilled, and why; nothing was changed unless the problem says so.
    case failed(Input, Problem)
  }

  private let accounts: AccountsUseCase
  private let actingAccount: ActingAccount
  private let store: StoreDescription

  /// Makes the screen.
  ///
  /// - Parameters:
  ///   - accounts: the use case over a store.
  ///   - identity: whom commands act as.
  ///   - store: how the store is called in what is shown.
  public init(accounts: AccountsUseCase, actingAccount: ActingAccount, store: StoreDescription) {
    self.accounts = accounts
    self.actingAccount = actingAccount
    self.store = store
  }

  /// Answers each input with an output.
  ///
  /// - Returns: a sequence that ends when the inputs do, or the task that reads it is cancelled.
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
      // What was done is done, be it that the store cannot be read right after it.
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
    }
  }
}
