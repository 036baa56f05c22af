import MonikerContract
import MonikerDomain

@testable import MonikerData

/// A store with one deliberate fault, to see whether the contract finds it.
final class FaultyStore: Store {
  enum Fault: CaseIterable {
    /// The control: with no fault the same code obeys every law.
    case none
    case forgetsOnReopen
    case checksThenWrites
    case acknowledgesBeforeItWrites
  }

  /// What outlives the store: the file, so to say.
  actor Disk {
    private(set) var state = StoreState()
    private var subscribers = SessionSubscribers()

    func write(_ state: StoreState) {
      self.state = state
      subscribers.tell(state.snapshot)
    }

    func change<Result, Failure: Error>(
      _ body: @Sendable (inout StoreState) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      var changed = state
      let result = try body(&changed)
      write(changed)
      return result
    }

    func subscribe(_ continuation: SessionChanges.Continuation) {
      subscribers.add(continuation, present: state.snapshot) { number in
        Task { await self.unsubscribe(number) }
      }
    }

    private func unsubscribe(_ number: Int) {
      subscribers.remove(number)
    }
  }

  private let disk: Disk
  private let memory = Disk()
  private let fault: Fault

  init(_ fault: Fault, on disk: Disk) async {
    self.fault = fault
    self.disk = disk
    if fault == .acknowledgesBeforeItWrites { await memory.write(disk.state) }
  }

  static func underTest(_ fault: Fault) -> StoreUnderTest {
    StoreUnderTest("a store that \(fault)", isDurable: true) {
      let disk = Disk()
      return StorePlace {
        await FaultyStore(fault, on: fault == .forgetsOnReopen ? Disk() : disk)
      }
    }
  }

  private var state: StoreState {
    get async {
      fault == .acknowledgesBeforeItWrites ? await memory.state : await disk.state
    }
  }

  private func change<Result: Sendable, Failure: Error>(
    _ body: @Sendable (inout StoreState) throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    switch fault {
    case .none, .forgetsOnReopen:
      return try await disk.change(body)
    case .checksThenWrites:
      var state = await disk.state
      let result = try body(&state)
      await Task.yield()
      await disk.write(state)
      return result
    case .acknowledgesBeforeItWrites:
      // The disk is always one change behind.
      await disk.write(memory.state)
      return try await memory.change(body)
    }
  }

  func signIn(_ request: SignInRequest) async throws(NicknameError) -> SignIn {
    do {
      return try await change { state throws(StoreState.SignInRefused) in
        try state.signIn(request)
      }
    } catch {
      throw error.error(at: "a faulty store")
    }
  }

  func claim(
    _ nickname: Nickname,
    for account: AccountID,
    at time: Timestamp
  ) async throws(NicknameError) -> Account {
    do {
      return try await change { state throws(ClaimRefusal) in
        try state.claim(nickname, for: account, at: time)
      }
    } catch {
      throw error.error(for: nickname)
    }
  }

  func accounts() async -> [Account] {
    await state.accounts
  }

  func accountEntries() async -> [AccountEntry] {
    await state.accountEntries
  }

  func activate(
    _ reference: NicknameReference,
    at time: Timestamp
  ) async throws(AccountError) -> Activation {
    try await change { state throws(AccountError) in try state.activate(reference, at: time) }
  }

  func remove(_ id: AccountID) async -> AccountRemoval? {
    await change { state in state.remove(id) }
  }

  func lapsedNicknames(limit: Int) async -> [LapsedNickname] {
    await state.lapsedNicknames(limit: limit)
  }

  func session(of subject: SessionSubject) async -> SessionSnapshot {
    await state.snapshot(of: subject)
  }

  func end(_ subject: SessionSubject, at time: Timestamp, naming limit: Int) async -> SignOut {
    await change { state in state.end(subject, at: time, naming: limit) }
  }

  func rename(
    _ subject: SessionSubject,
    to nickname: Nickname,
    at time: Timestamp
  ) async throws(NicknameError) -> Renaming {
    do {
      return try await change { state throws(StoreState.RenamingRefused) in
        try state.rename(subject, to: nickname, at: time)
      }
    } catch {
      throw error.error(for: nickname)
    }
  }

  func openSessions(at time: Timestamp, limit: Int) async -> [ActiveSession] {
    await state.openSessions(at: time, limit: limit)
  }

  func changes() -> SessionChanges {
    let source = fault == .acknowledgesBeforeItWrites ? memory : disk
    return SessionChanges { continuation in
      Task { await source.subscribe(continuation) }
    }
  }
}
