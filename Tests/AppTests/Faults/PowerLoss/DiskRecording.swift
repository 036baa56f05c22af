/// The disk operations of runs of the program, in order, taken from their traces.
struct DiskRecording {
  /// A call that changes files and that the recording does not support.
  struct UnknownCall: Error {
    let call: SystemCall
  }

  private enum Opened {
    case folder(String)
    case file(Int, offset: Int)
  }

  let start: Disk
  private(set) var operations: [DiskOperation] = []

  private var names: [String: Int]
  private var folders: Set<String>
  private var opened: [Int: Opened] = [:]
  private var count: Int

  init(from start: Disk) {
    self.start = start
    names = start.names
    folders = start.folders
    count = start.files.count
  }

  /// Appends a run that begins in the state that the last one left.
  mutating func append(_ run: TracedRun) throws {
    opened = [:]
    for call in run.calls where call.result ?? -1 >= 0 && !call.isInjected {
      if run.isAnswer(call) {
        operations.append(.acknowledge)
      } else {
        try append(call, of: run)
      }
    }
  }

  private mutating func append(_ call: SystemCall, of run: TracedRun) throws {
    func place(_ position: Int) throws -> String {
      guard let path = call.path(position), let place = run.place(path) else {
        throw UnknownCall(call: call)
      }
      return place
    }
    switch call.name {
    case "openat":
      guard let path = call.path(1), let place = run.place(path) else { return }
      open(place, call)
    case "write", "pwrite64": try write(call)
    case "ftruncate":
      guard case .file(let file, _) = try target(call), let size = call.number(1) else {
        throw UnknownCall(call: call)
      }
      operations.append(.resize(file: file, size))
    case "fsync", "fdatasync":
      switch try target(call) {
      case .folder(let folder): operations.append(.syncFolder(folder))
      case .file(let file, _): operations.append(.sync(file: file))
      }
    case "rename":
      let (old, new) = (try place(0), try place(1))
      names[new] = names.removeValue(forKey: old)
      operations.append(.rename(old, new))
    case "link":
      guard let file = names[try place(0)] else { throw UnknownCall(call: call) }
      names[try place(1)] = file
      operations.append(.link(try place(1), file: file))
    case "unlink":
      names[try place(0)] = nil
      operations.append(.remove(try place(0)))
    case "mkdir":
      folders.insert(try place(0))
      operations.append(.makeFolder(try place(0)))
    // Locks, and changes of metadata alone.
    case "flock", "fcntl", "chmod", "fchmod", "fchown", "utimensat": break
    default: throw UnknownCall(call: call)
    }
  }

  private mutating func open(_ place: String, _ call: SystemCall) {
    guard let number = call.result else { return }
    if folders.contains(place) {
      opened[number] = .folder(place)
      return
    }
    if let file = names[place] {
      opened[number] = .file(file, offset: 0)
      if call.has("O_TRUNC") { operations.append(.resize(file: file, 0)) }
      return
    }
    names[place] = count
    operations.append(.make(place, file: count))
    opened[number] = .file(count, offset: 0)
    count += 1
  }

  private mutating func write(_ call: SystemCall) throws {
    guard let number = call.descriptor(0)?.number,
      case .file(let file, let offset) = opened[number],
      let length = call.result, let bytes = call.bytes(1), bytes.count >= length
    else { throw UnknownCall(call: call) }
    let place = call.number(3) ?? offset
    operations.append(.write(Array(bytes.prefix(length)), file: file, offset: place))
    if call.name == "write" { opened[number] = .file(file, offset: offset + length) }
  }

  private func target(_ call: SystemCall) throws -> Opened {
    guard let number = call.descriptor(0)?.number, let target = opened[number] else {
      throw UnknownCall(call: call)
    }
    return target
  }
}
