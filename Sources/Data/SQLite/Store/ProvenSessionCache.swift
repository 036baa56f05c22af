import MonikerDomain
import MonikerFiles
import MonikerModel
import Synchronization

/// What tokens prove, in memory, so that a service need not read the database for each request.
///
/// A value is used only while the database has the state for which the value is known to be right. Each
/// commit, also of another process, changes ``SQLiteLogState``, which every use compares. A commit of this
/// store names the devices whose values it has changed, and the others stay in use; after a commit of another
/// process no value does.
final class ProvenSessionCache: Sendable {
  /// A digest without the allocation of its array.
  private struct Key: Hashable {
    private let words: (UInt64, UInt64, UInt64, UInt64)

    init(_ digest: SecretDigest) {
      words = digest.bytes.withUnsafeBytes { bytes in
        let word = { bytes.loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self) }
        return (word(0), word(1), word(2), word(3))
      }
    }

    static func == (first: Key, second: Key) -> Bool { first.words == second.words }

    // A part of a digest is as random as the whole.
    func hash(into hasher: inout Hasher) { hasher.combine(words.0) }
  }

  private struct Entry {
    let key: Key
    let session: ProvenSession
    /// The group of its device in ``State/versions``.
    let group: Int
    /// The values of ``State/versions`` for the group and of ``State/epoch`` when it was read.
    let version: UInt32
    let epoch: UInt32
  }

  /// Keeps the shared memory mapped.
  ///
  /// Sendable because nothing uses the connection but its end, and nothing writes the memory.
  private struct Anchor: @unchecked Sendable {
    let connection: SQLiteConnection
    let files: SQLiteOpenFiles
    let memory: UnsafeRawPointer
  }

  /// A state of the database of an open file.
  ///
  /// Files in which nothing was committed since they were opened all have the same log.
  struct Moment: Equatable {
    fileprivate let attachment: UInt32
    fileprivate let log: SQLiteLogState
  }

  private struct State {
    var anchor: Anchor?
    /// How often the cache was attached to a file.
    var attachment: UInt32 = 0
    /// The state of the database for which the entries are right; nil for none.
    var moment: Moment?
    /// The state before the change that is being made.
    var momentBeforeChange: Moment?
    var isChanging = false
    /// The entries, in blocks of memory.
    ///
    /// Once there is no more room, the oldest is at ``oldest``, and the next ones follow it. Objects of their own,
    /// between those that each request allocates and frees, make the allocator slower for all of these. One block
    /// for all would be copied when it grows.
    var blocks: [[Entry]] = []
    var count = 0
    var oldest = 0
    /// Where the entry of a digest is.
    var places: [Key: Int32] = [:]
    /// How often each group of devices has changed: a device belongs to the group of its hash.
    var versions: [UInt32] = []
    /// Grows when all entries become invalid.
    var epoch: UInt32 = 0
    /// How long the last check of the path remains valid; the check found the open file there.
    var lastLook: Countdown?

    /// The present state of the database.
    var current: Moment? {
      anchor.flatMap { SQLiteLogState(in: $0.memory) }
        .map { Moment(attachment: attachment, log: $0) }
    }

    mutating func invalidateAll() { epoch &+= 1 }

    /// The session of an entry; nil if it is outdated.
    func session(at place: Int) -> ProvenSession? {
      let (block, index) = Self.block(of: place)
      guard blocks[block][index].epoch == epoch,
        blocks[block][index].version == versions[blocks[block][index].group]
      else { return nil }
      return blocks[block][index].session
    }

    static func block(of place: Int) -> (block: Int, index: Int) {
      (place / blockSize, place % blockSize)
    }

    /// Adds an entry, or puts it in the place of the one of the same token.
    mutating func insert(_ entry: Entry, capacity: Int) {
      if let place = places[entry.key] {
        let (block, index) = Self.block(of: Int(place))
        blocks[block][index] = entry
      } else if count < capacity {
        places[entry.key] = Int32(count)
        if count.isMultiple(of: Self.blockSize) {
          blocks.append([])
          blocks[blocks.count - 1].reserveCapacity(min(Self.blockSize, capacity - count))
        }
        blocks[blocks.count - 1].append(entry)
        count += 1
      } else {
        let (block, index) = Self.block(of: oldest)
        places[blocks[block][index].key] = nil
        places[entry.key] = Int32(oldest)
        blocks[block][index] = entry
        oldest = (oldest + 1) % capacity
      }
    }

    private static var blockSize: Int { 4_096 }

    /// The group of a device in ``versions``, whose number is a power of two.
    func group(_ device: ChangedDevices.Device) -> Int {
      Int(truncatingIfNeeded: device.hash) & (versions.count - 1)
    }
  }

  /// What the cache has for some digests.
  struct Answer {
    /// For each digest what it proves; nil if the cache does not have it.
    var sessions: [ProvenSession?]
    /// The state of the database for which the sessions are right; nil if nothing is known about it.
    let moment: Moment?
  }

  private let capacity: Int
  private let state = Mutex(State())

  /// - Parameter capacity: how many tokens it knows at most; at least 1.
  init(capacity: Int) {
    self.capacity = capacity
  }

  // MARK: The open file

  /// Whether it belongs to an open file.
  var isAttached: Bool { state.withLock { $0.anchor != nil } }

  /// Begins to remember what an open file contains.
  ///
  /// - Parameter connection: a connection that has read, and has no other user.
  func attach(to connection: SQLiteConnection, _ files: SQLiteOpenFiles) {
    guard let memory = connection.sharedMemory() else { return }
    // The caller gives the connection up.
    let anchor = Anchor(connection: connection, files: files, memory: memory)
    state.withLock { state in
      state.versions = [UInt32](repeating: 0, count: Self.groupCount(for: capacity))
      state.places.reserveCapacity(capacity)
      state.attachment &+= 1
      state.anchor = anchor
    }
  }

  /// As many groups as tokens, and at least 1,024: a change also makes other devices of its group be read again.
  private static func groupCount(for capacity: Int) -> Int {
    var count = 1_024
    while count < capacity { count *= 2 }
    return count
  }

  /// Forgets everything, when the file is closed.
  ///
  /// - Parameter leavingLog: whether closing the connection must not touch the WAL.
  func detach(leavingLog: Bool = false) {
    let old = state.withLock { state in
      let old = state
      state = State(attachment: old.attachment, epoch: old.epoch)
      return old
    }
    // The connection is closed, and the entries are freed, outside the lock, since that takes time.
    withExtendedLifetime(old) {
      if leavingLog { old.anchor?.connection.leaveLogWhenClosed() }
    }
  }

  // MARK: Reads

  /// Returns what the cache has, as of one moment.
  ///
  /// A removed or replaced file is noticed within a millisecond, as by ``SQLiteReaders``.
  func answer(for digests: [SecretDigest], in file: SQLiteFile) -> Answer {
    let (files, lastLook) = state.withLock { ($0.anchor?.files, $0.lastLook) }
    func nothing(as moment: Moment? = nil) -> Answer {
      Answer(sessions: [ProvenSession?](repeating: nil, count: digests.count), moment: moment)
    }
    guard let files else { return nothing() }
    var newLook: Countdown?
    if lastLook?.isOver != false {
      newLook = Countdown(SQLiteReaders.validityOfLook)
      guard file.isStill(files) else { return nothing() }
    }
    return state.withLock { state in
      guard state.anchor?.files == files, let current = state.current else { return nothing() }
      if let newLook { state.lastLook = newLook }
      guard state.moment == current else { return nothing(as: current) }
      let sessions = digests.map { digest -> ProvenSession? in
        guard let place = state.places[Key(digest)] else { return nil }
        return state.session(at: Int(place))
      }
      return Answer(sessions: sessions, moment: current)
    }
  }

  /// Remembers what was read from the database.
  ///
  /// Tokens that prove nothing, or are not confirmed yet, are not remembered.
  ///
  /// - Parameters:
  ///   - sessions: what the digests prove.
  ///   - digests: as many digests.
  ///   - moment: the state of the database before the read.
  /// - Returns: whether the database still has that state, so that the read was of it.
  func keep(
    _ sessions: [ProvenSession?],
    for digests: [SecretDigest],
    readSince moment: Moment
  ) -> Bool {
    state.withLock { state in
      guard state.current == moment else { return false }
      if state.moment != moment {
        // A change of this store that has just been committed says soon which entries stay in use.
        guard !state.isChanging else { return true }
        state.invalidateAll()
        state.moment = moment
      }
      for (digest, session) in zip(digests, sessions) {
        if let session, session.proof.isConfirmed { insert(session, for: Key(digest), in: &state) }
      }
      return true
    }
  }

  private func insert(_ session: ProvenSession, for key: Key, in state: inout State) {
    let group = state.group(ChangedDevices.Device(session.proof.device.id.description))
    state.insert(
      Entry(
        key: key,
        session: session,
        group: group,
        version: state.versions[group],
        epoch: state.epoch
      ),
      capacity: capacity
    )
  }

  // MARK: Changes of this store

  /// Begins a change; the caller holds the write lock of the database.
  func willChange() {
    state.withLock { state in
      let current = state.current
      if state.moment != current || current == nil { state.invalidateAll() }
      state.moment = current
      state.momentBeforeChange = current
      state.isChanging = true
    }
  }

  /// Ends a change.
  ///
  /// - Parameters:
  ///   - devices: the devices for which a committed change may have changed a value, or nil for all.
  ///   - commits: how many commits the change consisted of: 0 or 1.
  func didChange(_ devices: [ChangedDevices.Device]?, commits: UInt32) {
    state.withLock { state in
      state.isChanging = false
      let current = state.current
      // A program that does not take this program's locks may have made another change since.
      guard let devices, let before = state.momentBeforeChange, let current,
        commits == 0 ? current == before : current.log.changes == before.log.changes &+ commits
      else {
        state.invalidateAll()
        state.moment = nil
        return
      }
      for device in devices { state.versions[state.group(device)] &+= 1 }
      state.moment = current
    }
  }
}
