import Foundation
import MonikerContract
import MonikerData
import MonikerDomain

/// Processes that guess at once, on one store in a file.
struct GuessingProcesses {
  private let processes: Int
  private let attempts: Int
  private let seed: UInt64

  init(_ options: Options) throws {
    processes = try options.number("--processes")
    attempts = try options.number("--attempts")
    seed = try options.seed()
  }

  private static func open(_ path: String) -> SQLiteRepository {
    let owner = StoreOwner(
      now: { Timestamp(millisecondsSince1970: 1_700_000_000_000) },
      random: { .random(in: .min ... .max) }
    )
    return SQLiteRepository(path: path, owner: owner)
  }

  /// - Returns: whether nobody got in, and nobody was locked out.
  func run() async throws -> Bool {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "moniker-guessing-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "store.sqlite").path()
    let guessing = Guessing(seed: seed)
    try await guessing.prepare(Self.open(path))
    let children = try (0..<processes).map { part in
      try Child([
        "guess-worker", "--path", path, "--part", "\(part)", "--attempts",
        "\(attempts / processes)", "--seed", "\(seed)",
      ])
    }
    let faults = children.indices.compactMap { place in
      children[place].fault.map { "Process \(place): \($0)" }
    }
    for fault in faults { print(fault) }
    try await guessing.check(Self.open(path))
    print(
      "seed \(seed): \(attempts) attempts by \(processes) processes, of which \(faults.count) failed"
    )
    return faults.isEmpty
  }

  /// Runs a worker process, which fails if an attempt gets in.
  static func work(_ options: Options) async throws {
    let successes = try await Guessing(seed: try options.seed()).attack(
      open(try options.text("--path")),
      part: try options.number("--part"),
      attempts: try options.number("--attempts")
    )
    guard successes == 0 else { throw GotIn(count: successes) }
  }
}

/// Attempts of a worker that got in.
private struct GotIn: Error, CustomStringConvertible {
  let count: Int

  var description: String { "\(count) attempts got in" }
}
