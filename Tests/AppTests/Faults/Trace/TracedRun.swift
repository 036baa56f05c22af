import Foundation
import Glibc
import MonikerDoubles
import Testing

/// A run of the program with a trace of each call on certain files.
struct TracedRun: Sendable {
  /// The options of a traced run.
  struct Terms: Sendable {
    /// Only calls that name these places are traced and can be made to fail; nil for all calls.
    ///
    /// Each is a path in the home, a full stop for the home itself, or ``TracedRun/answerName``.
    var places: [String]?

    /// The number of bytes of each write that the trace keeps.
    var bytesKept = 0

    var fault: Injection?

    /// The time of the program, in the format of libfaketime; nil for the real time.
    var time: String?
  }

  /// The name of the file for standard output in ``Terms/places``.
  static let answerName = "(answer)"

  let ending: Ending
  let answer: String
  let calls: [SystemCall]
  let home: String
  let answerPath: String

  /// The name of a path in ``Terms/places``; nil for a path outside of the home.
  func place(_ path: String) -> String? {
    if path == answerPath { return Self.answerName }
    if path == home { return "." }
    guard path.hasPrefix(home + "/") else { return nil }
    let name = String(path.dropFirst(home.count + 1))
    return name.hasSuffix("(deleted)") ? String(name.dropLast(9)) : name
  }

  /// Whether the call writes the answer.
  func isAnswer(_ call: SystemCall) -> Bool {
    call.name.contains("write") && call.descriptor(0)?.path == answerPath
  }

  /// Whether the call checks that standard output is open, as the program does at its start.
  func isQuestionAboutAnswer(_ call: SystemCall) -> Bool {
    call.name == "fcntl" && call.descriptor(0)?.path == answerPath
  }
}

extension Sandbox {
  /// Runs `moniker` under strace, with standard output redirected to a file.
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

  /// Removes libfaketime's shared memory of killed processes: a later process with the same ID
  /// fails if it exists.
  private static func removeSharedClock(of processes: Set<String>) {
    for process in processes {
      for name in ["faketime_shm_", "sem.faketime_sem_"] { unlink("/dev/shm/\(name)\(process)") }
    }
  }

  /// The library of the program `faketime`, preloaded directly, since strace would trace `faketime`
  /// too.
  private static var clockLibrary: String {
    get throws {
      let folders = try FileManager.default.contentsOfDirectory(atPath: "/usr/lib")
      let paths = folders.map { "/usr/lib/\($0)/faketime/libfaketimeMT.so.1" }
      return try #require(paths.first { FileManager.default.fileExists(atPath: $0) })
    }
  }
}
