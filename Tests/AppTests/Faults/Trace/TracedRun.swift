import Foundation
import Glibc
import MonikerDoubles
import Testing

/// A run of the program of which each call on certain files was written down.
struct TracedRun: Sendable {
  /// How a run is traced.
  struct Terms: Sendable {
    /// Only calls that name these are seen, and can be made to fail; nil for all calls.
    ///
    /// They are paths in the home, a full stop for the home itself, and ``TracedRun/answerName``.
    var places: [String]?

    /// How many bytes of what is written are kept.
    var bytesKept = 0

    var fault: Injection?

    /// The time that the program is told, as libfaketime takes it; nil for the real one.
    var time: String?
  }

  /// How the file that gets standard output is called in ``Terms/places``.
  static let answerName = "(answer)"

  let ending: Ending
  let answer: String
  let calls: [SystemCall]
  let home: String
  let answerPath: String

  /// The name of a path as ``Terms/places`` has it; nil for one that is elsewhere.
  func place(_ path: String) -> String? {
    if path == answerPath { return Self.answerName }
    if path == home { return "." }
    guard path.hasPrefix(home + "/") else { return nil }
    let name = String(path.dropFirst(home.count + 1))
    return name.hasSuffix("(deleted)") ? String(name.dropLast(9)) : name
  }

  /// Whether it is a call that writes the answer.
  func isAnswer(_ call: SystemCall) -> Bool {
    call.name.contains("write") && call.descriptor(0)?.path == answerPath
  }

  /// Whether it only asks whether standard output is open, as the program does first of all.
  func isQuestionAboutAnswer(_ call: SystemCall) -> Bool {
    call.name == "fcntl" && call.descriptor(0)?.path == answerPath
  }
}

extension Sandbox {
  /// Runs `moniker` under strace, with standard output going to a file.
  func traced(_ words: [String], _ terms: TracedRun.Terms = .init()) async throws -> TracedRun {
    let folder = try TemporaryFolder()
    let (log, answer) = (folder.file("trace"), folder.file("answer"))
    var wrapper = ["/bin/sh", "-c", #"answer=$0; exec "$@" >"$answer""#, answer]
    wrapper += ["strace", "-f", "-qq", "-y", "-o", log, "-s", String(terms.bytesKept)]
    wrapper += ["-e", "trace=" + SystemCallTrace.changing.joined(separator: ",")]
    if let time = terms.time {
      wrapper += ["-E", "LD_PRELOAD=\(try Self.clockLibrary)", "-E", "FAKETIME=\(time)"]
    }
    for place in terms.places ?? [] {
      let path = place == TracedRun.answerName ? answer : home.path + "/" + place
      wrapper += ["-P", place == "." ? home.path : path]
    }
    wrapper += terms.fault?.options ?? []
    let launch = try launch(words, through: wrapper) {
      $0.folder = folder.path
    }
    let ending = try await launch.run()
    let trace = try SystemCallTrace(file: log)
    if terms.time != nil { Self.removeSharedClock(of: trace.threads) }
    return TracedRun(
      ending: ending,
      answer: try String(contentsOfFile: answer, encoding: .utf8),
      calls: trace.calls,
      home: home.path,
      answerPath: answer
    )
  }

  /// Removes what libfaketime leaves of a process that is killed, and a later one of that number ends over.
  private static func removeSharedClock(of processes: Set<String>) {
    for process in processes {
      for name in ["faketime_shm_", "sem.faketime_sem_"] { unlink("/dev/shm/\(name)\(process)") }
    }
  }

  /// The library of the program `faketime`, which would be traced itself.
  private static var clockLibrary: String {
    get throws {
      let folders = try FileManager.default.contentsOfDirectory(atPath: "/usr/lib")
      let paths = folders.map { "/usr/lib/\($0)/faketime/libfaketimeMT.so.1" }
      return try #require(paths.first { FileManager.default.fileExists(atPath: $0) })
    }
  }
}
