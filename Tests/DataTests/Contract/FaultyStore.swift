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
    /// What happens is not told.
    case dropsEvents
    /// It removes what has ended, be it the active session.
    case removesWhatHasEnded
    /// It keeps what was merged before a conflict was found.
    case mergesInPart
    /// It gives what it holds at each moment of the reading.
    case readsOn

    /// Whether it shows only where a store is read or merged as a whole.
    var isOfWholeStores: Bool { self == .mergesInPart || self == .readsOn }

    /// What such a store holds after a change.
    func spoil(_ state: inout StoreState) {
      switch self {
      case .dropsEvents:
        state.events = []
      case .removesWhatHasEnded:
        let ended = Set(state.sessions.filter { $0.ending != nil }.map(\.id))
        state.sessions.removeAll { ended.contains($0.id) }
        if state.activeSessionID.map(ended.contains) ?? false { state.activeSessionID = nil }
      case .none, .forgetsOnReopen, .checksThenWrites, .acknowledgesBeforeItWrites, .mergesInPart,
        .readsOn:
        break
      }
    }
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
    case .none, .forgetsOnReopen, .mergesInPart, .readsOn:
      return try await disk.change(body)
    case .dropsEvents, .removesWhatHasEnded:
      return try await disk.change { [fault] state throws(Failure) in
        let before = state
        let result = try body(&state)
        if state != before { fault.spoil(&state) }
        return result
      }
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

  func contents() async -> any StoreContents {
    fault == .readsOn ? LateContents(store: self) : RecordContents(await state)
  }

  func summary() async -> StoreSummary {
    await state.summary(version: nil, byteCount: nil)
  }

  func defects() async -> [String] {
    await state.defects
  }

  func salvage() async -> StoreSalvage {
    StoreSalvage(contents: await contents(), losses: [])
  }

  func merge(_ records: [StoreRecord]) async throws(StoreError) -> Int {
    guard fault == .mergesInPart else {
      return try await change { state throws(StoreError) in
        try state.merge(records, at: "a faulty store")
      }
    }
    let merged = await change { state in
      var added: Result<Int, StoreError> = .success(0)
      for end in 1...max(1, records.count) {
        do throws(StoreError) {
          added = .success(try state.merge(Array(records.prefix(end)), at: "a faulty store"))
        } catch {
          return Result<Int, StoreError>.failure(error)
        }
      }
      return added
    }
    return try merged.get()
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
    at occasion: Occasion
  ) async throws(NicknameError) -> Account {
    do {
      return try await change { state throws(ClaimRefusal) in
        try state.claim(nickname, for: account, at: occasion)
      }
    } catch {
      throw error.error(for: nickname)
    }
  }

  func accounts() async -> [Account] {
    await state.accounts
  }

  func accountList() async -> AccountList {
    await state.accountList
  }

  func activate(
    _ reference: NicknameReference,
    at occasion: Occasion
  ) async throws(AccountError) -> Activation {
    try await change { state throws(AccountError) in try state.activate(reference, at: occasion) }
  }

  func remove(_ id: AccountID, at occasion: Occasion) async -> AccountRemoval? {
    await change { state in state.remove(id, at: occasion) }
  }

  func session(of subject: SessionSubject) async -> SessionSnapshot {
    await state.snapshot(of: subject)
  }

  func end(_ subject: SessionSubject, at occasion: Occasion, naming limit: Int) async -> SignOut {
    await change { state in state.end(subject, at: occasion, naming: limit) }
  }

  func rename(
    _ subject: SessionSubject,
    to nickname: Nickname,
    at occasion: Occasion
  ) async throws(NicknameError) -> Renaming {
    do {
      return try await change { state throws(StoreState.RenamingRefused) in
        try state.rename(subject, to: nickname, at: occasion)
      }
    } catch {
      throw error.error(for: nickname)
    }
  }

  func renew(_ subject: SessionSubject, at occasion: Occasion) async -> SessionSnapshot {
    await change { state in state.renew(subject, at: occasion) }
  }

  func endSessions(
    _ scope: SessionScope,
    at occasion: Occasion
  ) async throws(SessionError) -> [SessionEntry] {
    try await change { state throws(SessionError) in try state.endSessions(scope, at: occasion) }
  }

  func sessions(endedLimit: Int) async -> SessionList {
    await state.sessions(endedLimit: endedLimit)
  }

  func sessions(beginningWith prefix: SessionIDPrefix, limit: Int) async -> SessionList {
    await state.sessions(beginningWith: prefix, limit: limit)
  }

  func contents(of query: HistoryQuery) async -> any HistoryContents {
    await state.contents(of: query)
  }

  func changes() -> SessionChanges {
    let source = fault == .acknowledgesBeforeItWrites ? memory : disk
    return SessionChanges { continuation in
      Task { await source.subscribe(continuation) }
    }
  }
}

/// What a store holds whenever it is asked for the next of it.
private actor LateContents: StoreContents {
  private let store: FaultyStore
  private var isRead = false

  init(store: FaultyStore) {
    self.store = store
  }

  func next() async -> [StoreRecord] {
    guard !isRead else { return [] }
    isRead = true
    return await store.records
  }
}

extension FaultyStore {
  fileprivate var records: [StoreRecord] {
    get async {
      let state = await state
      return (0..<state.recordCount).map(state.record)
    }
  }
}
