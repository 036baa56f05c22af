import MonikerDomain
import MonikerFiles
import MonikerModel
import Synchronization

/// What tokens prove, in memory, so that a service need not read the database for each request.
///
/// A value is used only while the database has the state for which the value is known to be right. Each
/// commit, also of another process, changes ``SQLiteLogState``, which every use compares. A commit of this
/// store tells the devices whose values it has changed, with the new ones, and all others stay in use. After a
/// commit of another process no value does.
final class ProvenSessionCache: Sendable {
  /// A digest without the allocation of its array.
  private struct Key: Equatable {
    private let words: (UInt64, UInt64, UInt64, UInt64)

    init(_ digest: SecretDigest) {
      words = digest.bytes.withUnsafeBytes { bytes in
        let word = { bytes.loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self) }
        return (word(0), word(1), word(2), word(3))
      }
    }

    /// A part, which is as random as the whole.
    var part: UInt64 { words.0 }

    static func == (first: Key, second: Key) -> Bool { first.words == second.words }
  }

  private struct Entry {
    let key: Key
    let session: ProvenSession
    /// The value of ``State/epoch`` when it was read; 0 if it is outdated.
    var epoch: UInt64

    var device: DeviceID { session.proof.device.id }
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
    /// Where the entry of a digest is, by a part of the digest, so that the table is small.
    var places: [UInt64: Int32] = [:]
    /// Where the last entry of a device is.
    var placesOfDevices: [DeviceID: Int32] = [:]
    /// Grows when all entries become outdated.
    var epoch: UInt64 = 1
    /// How long the last check of the path remains valid; the check found the open file there.
    var lastLook: Countdown?

    /// The present state of the database.
    var current: Moment? {
      anchor.flatMap { SQLiteLogState(in: $0.memory) }
        .map { Moment(attachment: attachment, log: $0) }
    }

    mutating func invalidateAll() { epoch &+= 1 }

    /// Whether the path has led to the open file lately.
    var wasSeenLately: Bool { lastLook?.isOver == false }

    func answer(for digests: [SecretDigest]) -> Answer {
      guard let current else { return .nothing(for: digests) }
      guard moment == current else { return .nothing(for: digests, as: current) }
      return Answer(sessions: digests.map { session(for: Key($0)) }, moment: current)
    }

    private func session(for key: Key) -> ProvenSession? {
      guard let place = places[key.part] else { return nil }
      let (block, index) = Self.block(of: place)
      guard blocks[block][index].epoch == epoch, blocks[block][index].key == key else { return nil }
      return blocks[block][index].session
    }

    /// Adds an entry, or puts it in the place of the one of the same token.
    mutating func insert(_ session: ProvenSession, for key: Key, capacity: Int) {
      let entry = Entry(key: key, session: session, epoch: epoch)
      let place: Int32
      if let present = places[key.part] {
        place = present
        replace(at: place, by: entry)
      } else if count < capacity {
        place = Int32(count)
        if count.isMultiple(of: Self.blockSize) {
          blocks.append(Self.makeBlock(for: min(Self.blockSize, capacity - count)))
        }
        blocks[blocks.count - 1].append(entry)
        count += 1
      } else {
        place = Int32(oldest)
        let (block, index) = Self.block(of: place)
        places[blocks[block][index].key.part] = nil
        replace(at: place, by: entry)
        oldest = (oldest + 1) % capacity
      }
      places[key.part] = place
      placesOfDevices[entry.device] = place
    }

    private mutating func replace(at place: Int32, by entry: Entry) {
      let (block, index) = Self.block(of: place)
      // A device that has a new token has another entry.
      let device = blocks[block][index].device
      if placesOfDevices[device] == place { placesOfDevices[device] = nil }
      blocks[block][index] = entry
    }

    /// Puts the present session of a device in the place of its outdated one.
    ///
    /// - Parameter renewed: the session with the digest of its token; nil if it is not known.
    mutating func replace(_ device: DeviceID, by renewed: RenewedSession?) {
      guard let place = placesOfDevices[device] else { return }
      let (block, index) = Self.block(of: place)
      let key = blocks[block][index].key
      if let renewed, Key(renewed.token) == key {
        blocks[block][index] = Entry(key: key, session: renewed.session, epoch: epoch)
      } else {
        blocks[block][index].epoch = 0
      }
    }

    private static func makeBlock(for count: Int) -> [Entry] {
      var block: [Entry] = []
      block.reserveCapacity(count)
      block.withUnsafeBufferPointer { entries in
        let size = count * MemoryLayout<Entry>.stride
        UnsafeRawBufferPointer(start: entries.baseAddress, count: size).preferHugePages()
      }
      return block
    }

    private static func block(of place: Int32) -> (block: Int, index: Int) {
      (Int(place) / blockSize, Int(place) % blockSize)
    }

    /// 64 Ki entries take tens of megabytes: many huge pages of 2 MB.
    private static var blockSize: Int { 65_536 }
  }

  /// What the token of a device proves after a change.
  struct RenewedSession {
    let token: SecretDigest
    let session: ProvenSession
  }

  /// What the cache has for some digests.
  struct Answer {
    /// For each digest what it proves; nil if the cache does not have it.
    var sessions: [ProvenSession?]
    /// The state of the database for which the sessions are right; nil if nothing is known about it.
    let moment: Moment?

    static func nothing(for digests: [SecretDigest], as moment: Moment? = nil) -> Answer {
      Answer(sessions: [ProvenSession?](repeating: nil, count: digests.count), moment: moment)
    }
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
      state.placesOfDevices.reserveCapacity(capacity)
      state.places.reserveCapacity(capacity)
      state.attachment &+= 1
      state.anchor = anchor
    }
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
  /// A removed or replaced file is noticed within 5 ms, as by ``SQLiteReaders``.
  func answer(for digests: [SecretDigest], in file: SQLiteFile) -> Answer {
    if let answer = state.withLock({ $0.wasSeenLately ? $0.answer(for: digests) : nil }) {
      return answer
    }
    guard let files = state.withLock({ $0.anchor?.files }) else { return .nothing(for: digests) }
    let look = Countdown(SQLiteReaders.validityOfLook)
    guard file.isStill(files) else { return .nothing(for: digests) }
    return state.withLock { state in
      guard state.anchor?.files == files else { return .nothing(for: digests) }
      state.lastLook = look
      return state.answer(for: digests)
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
        if let session, session.proof.isConfirmed {
          state.insert(session, for: Key(digest), capacity: capacity)
        }
      }
      return true
    }
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

  /// Whether the cache has an entry of a device, which may be outdated.
  func knows(_ device: DeviceID) -> Bool { state.withLock { $0.placesOfDevices[device] != nil } }

  /// Ends a change.
  ///
  /// - Parameters:
  ///   - devices: the devices for which a committed change may have changed a value, each with its present
  ///     session, or nil if that is not known; nil for all devices.
  ///   - commits: how many commits the change consisted of: 0 or 1.
  func didChange(_ devices: [DeviceID: RenewedSession?]?, commits: UInt32) {
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
      for (device, renewed) in devices { state.replace(device, by: renewed) }
      state.moment = current
    }
  }
}
