import MonikerData
import MonikerDomain
import MonikerModel
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
    let request = SignInChange(
      nickname: try Nickname(nickname),
      newAccountID: AccountID(high: 0, low: number),
      newSessionID: SessionID(high: 0, low: number),
      at: ChangeContext(at: Timestamp(millisecondsSince1970: 1_000))
    )
    _ = try await source.signIn(request)
  }

  private func copy(
    into staging: any StagingStore,
    report: @escaping @Sendable (CopyProgress) -> Void = { _ in }
  ) async throws(StoreError) -> StoreCopy {
    let contents: any StoreContents
    do { contents = try await source.contents() } catch { throw .store(error) }
    return try await StoreCopyUseCase(report: report)
      .copy(contents, of: "source", into: staging, .ifEmpty, total: 7)
  }

  @Test
  func `A copy has equal content, and reports its progress`() async throws {
    try await signIn("mina", 1)
    try await signIn("hong", 2)
    let path = folder.file("copy")
    let told = Mutex<[CopyProgress]>([])
    let copy = try await copy(into: SQLiteStagingStore(path: path)) { progress in
      told.withLock { $0.append(progress) }
    }
    // Two accounts, two sessions, and the event of each.
    #expect(copy == StoreCopy(recordCount: 8))
    let expected = try await source.contents().all()
    #expect(try await SQLiteRepository(path: path, owner: .test).contents().all() == expected)
    let first = CopyProgress(done: 0, total: 7)
    #expect(told.withLock { $0 } == [first, CopyProgress(done: 9, total: 7)])
  }

  /// A restored store must not revive a token that was revoked since.
  @Test(arguments: [false, true])
  func `Devices are void after a restore, unless they are to be kept`(keepsDevices: Bool)
    async throws
  {
    let digest = try #require(SecretDigest(bytes: Array(repeating: 7, count: 32)))
    try await signIn("mina", 1)
    let device = try await source.register(DeviceRegistration(label: "phone", provenBy: digest))
    func whole(_ path: String) -> WholeStore {
      let store = SQLiteRepository(path: path, owner: .test)
      return WholeStore(name: path, archive: store, staging: SQLiteStagingStore(path: path)) {
        [path]
      }
    }
    let (backup, restored) = (folder.file("backup"), folder.file("restored"))
    let copying = StoreCopyUseCase()
    let original = WholeStore(name: "source", archive: source, staging: nil) { [] }
    _ = try await copying.backUp(original, to: whole(backup), keeping: nil)
    let copy = try await copying.restore(
      whole(restored),
      from: whole(backup),
      keeping: folder.file("kept"),
      keepingDevices: keepsDevices
    )
    #expect(copy.voidDeviceCount == (keepsDevices ? 0 : 1))
    let found = try await SQLiteRepository(path: restored, owner: .test).device(provenBy: digest)
    #expect(found?.device == (keepsDevices ? device : nil))
    let merged = InMemoryRepository()
    let target = WholeStore(name: "merged", archive: merged, staging: nil) { [] }
    try await merged.set(StoreSettings(historyLimit: 5))
    let merge = try await copying.copy(
      original,
      to: target,
      merging: true,
      keepingDevices: keepsDevices
    )
    #expect(merge.voidDeviceCount == (keepsDevices ? 0 : 1))
    #expect(try await merged.device(provenBy: digest)?.device == (keepsDevices ? device : nil))
    let again = try await copying.copy(
      whole(backup),
      to: original,
      merging: true,
      keepingDevices: keepsDevices
    )
    #expect(again.voidDeviceCount == 0)
    #expect(try await source.device(provenBy: digest)?.device == device)
  }

  @Test func `A property list refuses credentials, and takes a store without them`() async throws {
    let digest = try #require(SecretDigest(bytes: Array(repeating: 7, count: 32)))
    try await signIn("mina", 1)
    let account = try #require(try await source.accounts().first)
    try await source.setRecoveryKey(digest, of: account.id, proof: .notDemanded, in: .test)
    let path = folder.file("list")
    func isUnsupported(_ error: any Error) -> Bool {
      guard case StoreError.store(let failure) = error else { return false }
      return failure.reason == .unsupported
    }
    await #expect {
      try await copy(into: PropertyListStagingStore(path: path))
    } throws: {
      isUnsupported($0)
    }
    let list = PropertyListRepository(path: path, owner: .test)
    let records = try await source.contents().all()
    await #expect {
      try await list.merge(records)
    } throws: {
      isUnsupported($0)
    }
    let request = SignInRequest(nickname: try Nickname("b"), recoveryKey: digest, in: .test)
    await #expect {
      try await list.signIn(request)
    } throws: { error in
      guard case NicknameError.store(let failure) = error else { return false }
      return failure.reason == .unsupported
    }
    _ = try await source.remove(account.id, proof: .notDemanded, in: .test)
    try await signIn("jun", 2)
    _ = try await copy(into: PropertyListStagingStore(path: path))
  }

  @Test func `A merge into a store that has only settings keeps them`() async throws {
    try await signIn("mina", 1)
    let target = InMemoryRepository()
    try await target.set(StoreSettings(historyLimit: 5))
    func whole(_ store: InMemoryRepository, _ name: String) -> WholeStore {
      WholeStore(name: name, archive: store, staging: nil) { [] }
    }
    let copy = try await StoreCopyUseCase()
      .copy(whole(source, "source"), to: whole(target, "target"), merging: true)
    #expect(copy.isMerge)
    #expect(try await target.settings() == StoreSettings(historyLimit: 5))
    #expect(try await target.accounts().count == 1)
  }

  @Test(arguments: [ForgetfulDraft.Fault.losesARecord, .swapsTwo])
  func `A copy that differs from its source is not placed`(fault: ForgetfulDraft.Fault)
    async throws
  {
    try await signIn("mina", 1)
    let staging = ForgetfulDraft(fault)
    await #expect(throws: StoreError.differs(location: "nowhere")) { try await copy(into: staging) }
    #expect(await !staging.isPublished)
    #expect(try await staging.contents().all() == [])
  }

  @Test
  func `An unsound store is not placed`() async throws {
    try await signIn("mina", 1)
    let staging = ForgetfulDraft(.isUnsound)
    await #expect(throws: StoreError.unsound(location: "nowhere", defects: ["it is unsound"])) {
      try await copy(into: staging)
    }
    #expect(await !staging.isPublished)
  }

  @Test
  func `Contents without an end are no store`() async throws {
    let staging = SQLiteStagingStore(path: folder.file("copy"))
    let error = await #expect(throws: StoreError.self) {
      try await StoreCopyUseCase().copy(EndlessContents(), of: "source", into: staging, .ifEmpty)
    }
    guard case .store(let failure) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failure.reason == .damaged)
    #expect(try await SQLiteRepository(path: folder.file("copy"), owner: .test).summary().isEmpty)
  }
}

/// Contents without a record.
private struct EndlessContents: StoreContents {
  func next() -> [StoreRecord] { [] }
}

/// A staging store with one deliberate fault.
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

/// Contents from a list.
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
