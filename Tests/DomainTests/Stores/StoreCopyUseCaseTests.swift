import MonikerData
import MonikerDomain
import MonikerDoubles
import Synchronization
import Testing

@Suite struct StoreCopyUseCaseTests {
  private let folder: TemporaryFolder
  private let source = InMemoryRepository()

  init() throws {
    folder = try TemporaryFolder()
  }

  private func signIn(_ nickname: String, _ number: UInt64) async throws {
    let request = SignInRequest(
      nickname: try Nickname(nickname),
      newAccountID: AccountID(high: 0, low: number),
      newSessionID: SessionID(high: 0, low: number),
      at: RequestContext(at: Timestamp(millisecondsSince1970: 1_000))
    )
    _ = try await source.signIn(request)
  }

  private func copy(
    into staging: any StagingStore,
    report: @escaping @Sendable (CopyProgress) -> Void = { _ in }
  ) async throws(StoreError) -> StoreCopy {
    return try await StoreCopyUseCase(report: report).copy(total: 7, into: staging, .ifEmpty) {
      () throws(StoreFailure) in try await source.contents()
    }
  }

  @Test
  func `A copy holds the same, and tells how far it has come`() async throws {
    try await signIn("mina", 1)
    try await signIn("hong", 2)
    let path = folder.file("copy")
    let told = Mutex<[CopyProgress]>([])
    let copy = try await copy(into: SQLiteStagingStore(path: path)) { progress in
      told.withLock { $0.append(progress) }
    }
    // Two accounts, two sessions, and of each the event that tells of it.
    #expect(copy == StoreCopy(recordCount: 8, resumedCount: 0))
    let expected = try await source.contents().all()
    #expect(try await SQLiteRepository(path: path).contents().all() == expected)
    let first = CopyProgress(done: 0, total: 7)
    #expect(told.withLock { $0 } == [first, CopyProgress(done: 9, total: 7)])
  }

  @Test
  func `A copy goes on from one that was broken off`() async throws {
    try await signIn("mina", 1)
    try await signIn("hong", 2)
    let records = try await source.contents().all()
    let path = folder.file("copy")
    do { try await SQLiteStagingStore(path: path).append(Array(records.prefix(3))) }
    let copy = try await copy(into: SQLiteStagingStore(path: path))
    #expect(copy == StoreCopy(recordCount: 8, resumedCount: 3))
    #expect(try await SQLiteRepository(path: path).contents().all() == records)
  }

  @Test
  func `A copy begins anew where what is copied has changed since`() async throws {
    try await signIn("mina", 1)
    let path = folder.file("copy")
    let records = try await source.contents().all()
    do { try await SQLiteStagingStore(path: path).append(Array(records.prefix(3))) }
    try await signIn("hong", 2)
    let copy = try await copy(into: SQLiteStagingStore(path: path))
    #expect(copy == StoreCopy(recordCount: 8, resumedCount: 0))
    let expected = try await source.contents().all()
    #expect(try await SQLiteRepository(path: path).contents().all() == expected)
  }

  @Test(arguments: [ForgetfulDraft.Fault.losesARecord, .swapsTwo])
  func `A copy that is not the same is not put in its place`(fault: ForgetfulDraft.Fault)
    async throws
  {
    try await signIn("mina", 1)
    let staging = ForgetfulDraft(fault)
    await #expect(throws: StoreError.differs(location: "nowhere")) { try await copy(into: staging) }
    #expect(await !staging.isPublished)
    #expect(try await staging.contents().all() == [])
  }

  @Test
  func `What is unsound is not put in its place`() async throws {
    try await signIn("mina", 1)
    let staging = ForgetfulDraft(.isUnsound)
    await #expect(throws: StoreError.unsound(location: "nowhere", defects: ["it is unsound"])) {
      try await copy(into: staging)
    }
    #expect(await !staging.isPublished)
  }

  @Test
  func `What has no end is no store`() async throws {
    let staging = SQLiteStagingStore(path: folder.file("copy"))
    let error = await #expect(throws: StoreError.self) {
      try await StoreCopyUseCase().copy(into: staging, .ifEmpty) { () throws(StoreFailure) in
        EndlessContents()
      }
    }
    guard case .store(let failure) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failure.reason == .damaged)
    #expect(try await SQLiteRepository(path: folder.file("copy")).summary().isEmpty)
  }
}

/// Contents that were cut off before they began.
private struct EndlessContents: StoreContents {
  func next() -> [StoreRecord] { [] }
}

/// A staging with one deliberate fault.
actor ForgetfulDraft: StagingStore {
  enum Fault { case losesARecord, swapsTwo, isUnsound }

  nonisolated let location = "nowhere"
  private(set) var isPublished = false
  private let fault: Fault
  private var records: [StoreRecord] = []

  init(_ fault: Fault) {
    self.fault = fault
  }

  func contents() -> any StoreContents { ListedContents(records) }

  func append(_ records: [StoreRecord]) {
    self.records += records
    switch fault {
    case .losesARecord: self.records.removeFirst()
    case .swapsTwo: self.records.swapAt(0, 1)
    case .isUnsound: break
    }
  }

  func defects() -> [String] { fault == .isUnsound ? ["it is unsound"] : [] }

  func publish(_ placing: StorePlacing) -> Bool {
    isPublished = true
    return false
  }

  func discard() { records = [] }
}

/// Contents that are listed.
private actor ListedContents: StoreContents {
  private var records: [StoreRecord]

  init(_ records: [StoreRecord]) {
    self.records = records
  }

  func next() -> [StoreRecord] {
    defer { records = [] }
    return records
  }
}
