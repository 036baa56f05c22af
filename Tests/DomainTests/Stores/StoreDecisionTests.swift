import MonikerDomain
import Testing

/// The checks before a store is copied, kept, replaced or refused.
@Suite struct StoreDecisionTests {
  private let copying = StoreCopyUseCase()
  private let metadata = StoreRecord.metadata(.none)
  private let full: [StoreRecord]

  init() throws {
    let account = Account(
      id: AccountID(high: 0, low: 1),
      nickname: try Nickname("mina"),
      createdAt: Timestamp(millisecondsSince1970: 1)
    )
    full = [.account(account, lastSignedInAt: nil), .metadata(.none)]
  }

  private func store(
    _ name: String,
    _ records: [StoreRecord],
    defects: [String] = [],
    _ staging: ListedDraft? = nil,
    files: Set<String> = []
  ) -> WholeStore {
    let archive = ListedArchive(records, defects)
    return WholeStore(name: name, archive: archive, staging: staging, files: { files })
  }

  @Test func `A backup replaces a store that holds something only on request, and keeps it`()
    async throws
  {
    let staging = ListedDraft("backup")
    let backup = store("backup", full, staging)
    await #expect(throws: StoreError.notEmpty(location: "backup")) {
      try await copying.backUp(store("store", full), to: backup, keeping: nil)
    }
    #expect(await staging.steps == [])
    let copy = try await copying.backUp(store("store", full), to: backup, keeping: "kept")
    #expect(copy == StoreCopy(recordCount: 1))
    #expect(await staging.steps.last == .published(.replacingBackup(keeping: "kept")))
  }

  @Test func `A backup is checked before it is restored, and the replaced store is kept`()
    async throws
  {
    let staging = ListedDraft("store")
    let target = store("store", full, staging)
    let damaged = store("backup", full, defects: ["it is damaged"])
    let unsound = StoreError.unsound(location: "backup", defects: ["it is damaged"])
    await #expect(throws: unsound) {
      try await copying.restore(target, from: damaged, keeping: "kept")
    }
    #expect(await staging.steps == [])
    _ = try await copying.restore(target, from: store("backup", full), keeping: "kept")
    #expect(await staging.steps.last == .published(.keeping(at: "kept")))
    #expect(await staging.records == full)
  }

  @Test func `A store is copied into an empty one, and merged into another only on request`()
    async throws
  {
    let staging = ListedDraft("copy")
    let copy = try await copying.copy(
      store("store", full),
      to: store("copy", [metadata], staging),
      merging: true
    )
    #expect(!copy.isMerge)
    #expect(await staging.steps.last == .published(.ifEmpty))
    let filled = store("filled", full)
    await #expect(throws: StoreError.notEmpty(location: "filled")) {
      try await copying.copy(store("store", full), to: filled, merging: false)
    }
    #expect(try await copying.copy(store("store", full), to: filled, merging: true).isMerge)
  }

  @Test func `An import leaves nothing if it fails`() async throws {
    let staging = ListedDraft("store")
    let empty = store("store", [metadata], staging)
    _ = try await copying.import(ListedRecords(full), into: empty, merging: false)
    #expect(await staging.steps == [.published(.ifEmpty)])
    await #expect(throws: StoreError.self) {
      try await copying.import(ListedRecords([]), into: empty, merging: false)
    }
    #expect(await staging.steps == [.published(.ifEmpty), .discarded])
    let filled = store("store", full, staging)
    await #expect(throws: StoreError.notEmpty(location: "store")) {
      try await copying.import(ListedRecords(full), into: filled, merging: false)
    }
    #expect(try await copying.import(ListedRecords(full), into: filled, merging: true).isMerge)
  }

  @Test func `A sound store is not repaired, and a damaged one is kept unchanged`() async throws {
    let staging = ListedDraft("store")
    #expect(try await copying.repair(store("store", full, staging), keeping: "kept") == nil)
    #expect(await staging.steps == [])
    let damaged = store("store", full, defects: ["it is damaged"], staging)
    let repair = try #require(try await copying.repair(damaged, keeping: "kept"))
    #expect(repair.copy.recordCount == 1)
    #expect(repair.losses == ["it is damaged"])
    #expect(await staging.steps == [.published(.salvaging(to: "kept"))])
  }

  @Test func `A store without a file is not filled, and no store from itself`() async throws {
    let placeless = store("memory", [metadata])
    await #expect(throws: StoreError.noPlace(name: "memory")) {
      try await copying.copy(store("store", full), to: placeless, merging: false)
    }
    await #expect(throws: StoreError.noPlace(name: "memory")) {
      try await copying.repair(placeless, keeping: "kept")
    }
    let one = store("store", full, ListedDraft("store"), files: ["1:2"])
    let same = store("./store", full, ListedDraft("./store"), files: ["1:2"])
    let error = StoreError.sameStore(location: "./store")
    await #expect(throws: error) { try await copying.backUp(one, to: same, keeping: "kept") }
    await #expect(throws: error) { try await copying.restore(one, from: same, keeping: "kept") }
    await #expect(throws: error) { try await copying.copy(one, to: same, merging: true) }
  }

  @Test func `A store that does not exist is neither copied nor sound`() async throws {
    let absent = store("absent", [], ListedDraft("absent"))
    let staging = ListedDraft("target")
    let target = store("target", [metadata], staging)
    let failure = StoreFailure(.unreachable, at: "absent", detail: "there is no such file")
    let error = StoreError.store(failure)
    await #expect(throws: error) { try await copying.backUp(absent, to: target, keeping: "kept") }
    await #expect(throws: error) {
      try await copying.restore(target, from: absent, keeping: "kept")
    }
    await #expect(throws: error) { try await copying.copy(absent, to: target, merging: false) }
    await #expect(throws: error) {
      try await copying.copy(absent, to: store("full", full, staging), merging: true)
    }
    await #expect(throws: error) { try await copying.repair(absent, keeping: "kept") }
    #expect(await staging.steps == [])
  }

  private enum Refusal: Error, Hashable {
    case store(StoreFailure), sink
  }

  @Test func `An export writes every record and counts all but the last`() async throws {
    var taken: [StoreRecord] = []
    let copy = try await copying.export(ListedRecords(full), failingAs: Refusal.store) {
      record throws(Refusal) in
      taken.append(record)
      return true
    }
    #expect(copy == StoreCopy(recordCount: 1))
    #expect(taken == full)
  }

  @Test func `An export ends if the sink stops or fails`() async throws {
    var taken: [StoreRecord] = []
    _ = try await copying.export(ListedRecords(full), failingAs: Refusal.store) {
      record throws(Refusal) in
      taken.append(record)
      return false
    }
    #expect(taken == Array(full.prefix(1)))
    await #expect(throws: Refusal.sink) {
      try await copying.export(ListedRecords(full), failingAs: Refusal.store) {
        (_) throws(Refusal) in throw .sink
      }
    }
    let failure = StoreFailure(.damaged, at: "store", detail: "it is damaged")
    await #expect(throws: Refusal.store(failure)) {
      try await copying.export(FailingContents(failure), failingAs: Refusal.store) {
        (_) throws(Refusal) in true
      }
    }
  }
}

/// A store with the records of a list, and with defects.
private struct ListedArchive: StoreArchive {
  private let records: [StoreRecord]
  private let found: [String]

  init(_ records: [StoreRecord], _ defects: [String]) {
    self.records = records
    found = defects
  }

  func contents() -> any StoreContents { ListedRecords(records) }

  func summary() -> StoreSummary {
    StoreSummary(
      version: records.isEmpty ? nil : 1,
      byteCount: nil,
      accountCount: max(0, records.count - 1)
    )
  }

  func defects() -> [String] { found }

  func salvage() -> StoreSalvage { StoreSalvage(contents: contents(), losses: found) }

  func merge(_ records: [StoreRecord]) -> Int { records.count - 1 }
}

/// A staging store that records the calls.
private actor ListedDraft: StagingStore {
  enum Step: Hashable {
    case discarded
    case published(StorePlacing)
  }

  nonisolated let location: String
  private(set) var steps: [Step] = []
  private(set) var records: [StoreRecord] = []

  init(_ location: String) {
    self.location = location
  }

  func contents() -> any StoreContents { ListedRecords(records) }

  func append(_ records: [StoreRecord]) { self.records += records }

  func defects() -> [String] { [] }

  func publish(_ placing: StorePlacing) -> Bool {
    steps.append(.published(placing))
    return false
  }

  func discard() {
    steps.append(.discarded)
    records = []
  }
}

/// Contents from a list.
private actor ListedRecords: StoreContents {
  private var records: [StoreRecord]

  init(_ records: [StoreRecord]) {
    self.records = records
  }

  func next() -> [StoreRecord] {
    defer { records = [] }
    return records
  }
}

/// Contents that cannot be read.
private struct FailingContents: StoreContents {
  private let failure: StoreFailure

  init(_ failure: StoreFailure) {
    self.failure = failure
  }

  func next() throws(StoreFailure) -> [StoreRecord] { throw failure }
}
