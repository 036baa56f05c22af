import Foundation
import Glibc
import MonikerContract

/// Many processes with random operations on one store, some of which are killed at random.
struct Torture {
  private let kind: StoreKind
  private let processes: Int
  private let intentions: Int
  private let kills: Int
  private let seed: UInt64

  init(_ options: Options) throws {
    kind = try StoreKind(options)
    processes = try options.number("--processes")
    intentions = try options.number("--intentions")
    kills = try options.number("--kills")
    seed = try options.seed()
  }

  /// Runs the processes, and prints the result.
  ///
  /// - Returns: whether nothing was lost.
  func run() async throws -> Bool {
    let folder = try TortureFolder()
    let place = try kind.makePlace(folder.store)
    defer { withExtendedLifetime(place) {} }
    let start = now()
    let fault = try torture(place, in: folder)
    try place.leave(at: folder.store)
    let worked = now()
    let check = try await check(place.text, folder)
    let seconds = [(start, worked), (worked, now())].map { Double(($1 - $0) / 10_000_000) / 100 }
    print("\(kind.rawValue), seed \(seed), \(seconds[0]) s and \(seconds[1]) s to check: \(check)")
    if let fault { print(fault) }
    guard fault == nil, check.violation == nil else {
      print("All of it is in \(folder.path).")
      return false
    }
    folder.remove()
    return true
  }

  /// Checks again the folder that an earlier run has left.
  func checkAgain(_ path: String) async throws -> Bool {
    let folder = TortureFolder(path)
    let place = try kind.makePlace(leftAt: folder.store)
    defer { withExtendedLifetime(place) {} }
    let check = try await check(place.text, folder)
    print(check)
    return check.violation == nil
  }

  private func check(_ place: String, _ folder: TortureFolder) async throws -> TortureCheck {
    let notes = try (0..<processes).map { try folder.text(of: $0) }
    return await TortureCheck(
      notes: notes,
      store: kind.open(place),
      seed: seed,
      numbers: kind.numbers
    )
  }

  /// - Returns: a description of the processes that failed; nil if none did.
  private func torture(_ place: KindPlace, in folder: TortureFolder) throws -> String? {
    var random = SeededGenerator(seed: seed)
    var children = try (0..<processes).map { try start($0, from: 0, at: place, in: folder) }
    // The counts of lines in all notes, about two per step, at which a process is killed.
    var moments = (0..<kills).map { _ in
      Int.random(in: 0..<processes * intentions * 19 / 10, using: &random)
    }.sorted()[...]
    var (lines, changed) = (0, now())
    while true {
      waitBetweenChecks()
      let running = children.indices.filter { children[$0].isRunning }
      if running.isEmpty { break }
      let counted = try (0..<processes).reduce(0) { try $0 + folder.steps(of: $1) }
      if counted != lines { (lines, changed) = (counted, now()) }
      guard now() - changed < 600_000_000_000 else {
        for place in running { children[place].kill() }
        return "No process has made progress for ten minutes."
      }
      while let moment = moments.first, moment <= lines,
        let victim = running.randomElement(using: &random)
      {
        moments = moments.dropFirst()
        children[victim].kill()
        let next = try folder.bury(victim, at: now)
        children[victim] = try start(victim, from: next, at: place, in: folder)
      }
    }
    let faults = children.indices.compactMap { place in
      children[place].fault.map { "Process \(place): \($0)" }
    }
    return faults.isEmpty ? nil : faults.joined(separator: "\n")
  }

  private func start(
    _ process: Int,
    from number: Int,
    at place: KindPlace,
    in folder: TortureFolder
  ) throws -> Child {
    try Child([
      "torture-worker", "--store", kind.rawValue, "--path", place.text, "--notes",
      folder.notes(of: process), "--process", "\(process)", "--processes", "\(processes)", "--from",
      "\(number)", "--to", "\(max(number, intentions))", "--seed", "\(seed)",
    ])
  }

  /// Runs a worker process.
  static func work(_ options: Options) async throws {
    let kind = try StoreKind(options)
    let path = try options.text("--path")
    let notes = try NoteFile(try options.text("--notes"))
    let parent = getppid()
    let worker = TortureWorker(
      process: try options.number("--process"),
      of: try options.number("--processes"),
      seed: try options.seed(),
      numbers: kind.numbers,
      open: { kind.open(path) },
      now: { now() },
      note: { line in
        // A worker must not continue after the death of its parent, which would check the result.
        guard getppid() == parent else { throw CancellationError() }
        try notes.add(line)
      }
    )
    try await worker.run(try options.number("--from")..<(try options.number("--to")))
  }
}
