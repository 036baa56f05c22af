import Foundation
import MonikerDoubles
import Testing

/// The result of a command into which a fault was injected.
struct FaultOutcome: Sendable {
  enum State: Sendable {
    case old, new, neither
  }

  let state: State

  /// The broken laws, in words.
  let violations: [String]
}

extension FaultScene {
  /// Runs the command in its own home with a fault, and checks what is left.
  ///
  /// - Parameter isAnywhere: whether the fault may strike the n-th call of any thread.
  /// - Returns: nil unless the fault struck exactly where it was intended.
  func outcome(of fault: Injection, anywhere isAnywhere: Bool) async -> FaultOutcome? {
    do {
      let sandbox = try sandbox()
      let run = try await traced(in: sandbox, with: fault)
      guard fault.hasStruck(in: run, anywhere: isAnywhere) else { return nil }
      let content: StoreContent
      do {
        content = try await sandbox.content()
      } catch {
        return FaultOutcome(
          state: .neither,
          violations: ["the library cannot open it: \(error); \(run.ending)"]
        )
      }
      let state = state(of: content)
      let violations =
        violations(of: fault, in: run, leaving: state, content)
        + (try await violations(after: run, in: sandbox, holding: content))
      return FaultOutcome(state: state, violations: violations)
    } catch {
      return FaultOutcome(state: .neither, violations: ["\(error)"])
    }
  }

  func state(of content: StoreContent) -> FaultOutcome.State {
    if content == before { return .old }
    return content.isSame(as: after, since: before) ? .new : .neither
  }

  /// The violations by the run itself.
  private func violations(
    of fault: Injection,
    in run: TracedRun,
    leaving state: FaultOutcome.State,
    _ content: StoreContent
  ) -> [String] {
    var violations: [String] = []
    func demand(_ isKept: Bool, _ law: String) {
      if !isKept { violations.append("\(law): \(run.ending), \(content)") }
    }
    let struck = fault.struck(in: run)
    let errors = run.ending.errorText
    demand(state != .neither, "it holds neither the old state nor the new one")
    demand(run.answer.isEmpty || state == .new, "what was acknowledged is not there")
    switch run.ending.status {
    case .killed: break
    case .exited(0):
      demand(state == .new, "it ended well, and what it did is not there")
      demand(
        run.plainAnswer == self.run.plainAnswer,
        "it ended well without its answer: \(run.answer)"
      )
    case .exited:
      let isAnswer = struck.contains { run.isAnswer(run.calls[$0]) }
      demand(
        errors.contains(isAnswer ? "standard output" : run.home) || fault.cutsMessages,
        "its message does not name the file"
      )
      demand(
        !errors.contains("Nothing was changed") || state == .old,
        "it says that nothing was changed"
      )
    }
    for position in struck where run.calls[position].isFailedSync {
      let file = run.calls[position].descriptor(0)?.path
      // SQLite may sync a folder again right after it synced it, and ignores a failure of that.
      guard run.hasSomethingToSync(before: position) else { continue }
      if !run.calls[..<position].contains(where: run.isAnswer), !run.isKeptInLog(position) {
        demand(run.ending.status != .exited(0), "a sync failed, and it ended well")
        demand(run.answer.isEmpty, "a sync failed, and it was acknowledged")
      }
      let isRetried = run.calls[(position + 1)...].contains {
        $0.isSync && $0.result == 0 && $0.descriptor(0)?.path == file
      }
      // SQLite may sync a file any number of times that it then removes.
      let isRemoved = run.calls[position...].contains { $0.name == "unlink" && $0.path(0) == file }
      demand(!isRetried || isRemoved, "a sync failed, and was tried again")
    }
    return violations
  }

  /// The violations by the state that the run left.
  private func violations(
    after run: TracedRun,
    in sandbox: Sandbox,
    holding content: StoreContent
  ) async throws -> [String] {
    var violations: [String] = []
    let history = try await sandbox.launch(["history", "--json"]).run()
    let events = try? history.document()["events"] as? [[String: Any]]
    if history.status != .exited(0) || events?.count != content.events.count {
      violations.append("the program reads something else: \(history), \(content)")
    }
    if !store.isPropertyList, FileManager.default.fileExists(atPath: sandbox.file) {
      let check = try await sandbox.tool(
        "sqlite3",
        sandbox.file,
        "PRAGMA integrity_check; PRAGMA foreign_key_check"
      )
      if check.outputText != "ok\n" { violations.append("SQLite finds it damaged: \(check)") }
    }
    if FileManager.default.fileExists(atPath: sandbox.file) {
      let check = try await sandbox.launch(["store", "check"]).run()
      if check.status != .exited(0) { violations.append("it is not sound: \(check)") }
    }
    if let status = command.statusOfRepetition {
      let again = try await sandbox.launch(command.words(command.words, in: sandbox)).run()
      let statuses: [Ending.Status] = state(of: content) == .old ? [.exited(0)] : [.exited(status)]
      if !statuses.contains(again.status) { violations.append("it cannot be done again: \(again)") }
      let repeated = try await sandbox.content()
      if state(of: repeated) != .new {
        let difference = repeated.difference(from: after, since: before)
        violations.append("done again it leaves something else: \(difference)")
      }
    }
    let next = try await sandbox.launch(Self.nextWords).run()
    if next.status != .exited(0) { violations.append("the next command fails: \(next)") }
    // A write-ahead log that could not be removed stays beside its store until the store's next
    // use.
    for neighbour in command.neighbours {
      let store = "\(sandbox.store.kind):\(sandbox.home.file(neighbour))"
      let check = try await sandbox.tool(sandbox.program, "store", "check", "--store", store)
      if check.status != .exited(0) { violations.append("\(neighbour) is not sound: \(check)") }
    }
    let listing = try sandbox.listing()
    if listing != self.listing { violations.append("the next command leaves \(listing)") }
    return violations
  }
}

extension SystemCall {
  var isSync: Bool { ["fsync", "fdatasync"].contains(name) }

  fileprivate var isFailedSync: Bool { isSync && result == -1 }
}

extension TracedRun {
  /// The answer without what differs between homes and times.
  fileprivate var plainAnswer: String {
    answer.replacing(home, with: "HOME").withoutTimeOfKeeping
  }

  /// Whether the call at this position syncs a database whose content is durable in its WAL, which
  /// stays: the change was made, and the next process writes it into the database.
  fileprivate func isKeptInLog(_ position: Int) -> Bool {
    guard let path = calls[position].descriptor(0)?.path else { return false }
    let log = path + "-wal"
    func isOfLog(_ call: SystemCall) -> Bool { call.descriptor(0)?.path == log }
    let last = calls[..<position].lastIndex { call in
      isOfLog(call) && (call.isSync || call.name.contains("write") || call.name == "ftruncate")
    }
    guard let last, calls[last].isSync, calls[last].result == 0 else { return false }
    return !calls[position...].contains { call in
      isOfLog(call) && call.name == "ftruncate" || call.name == "unlink" && call.path(0) == log
    }
  }

  /// Whether the object that the call at this position syncs has changed since its last sync.
  ///
  /// The removal of a staging file need not be durable: the next writer removes such a file first.
  fileprivate func hasSomethingToSync(before position: Int) -> Bool {
    guard let path = calls[position].descriptor(0)?.path else { return true }
    let last = calls[..<position].lastIndex {
      $0.isSync && $0.result == 0 && $0.descriptor(0)?.path == path
    }
    guard let last else { return true }
    return calls[last..<position].contains { call in
      let isMaking = call.name == "openat" && call.has("O_CREAT")
      let isMoving = ["rename", "link", "mkdir"].contains(call.name)
      let isRemoving = call.name == "unlink" && call.path(0)?.contains(".moniker-") == false
      let isWriting = call.name.contains("write") || call.name == "ftruncate"
      if isWriting { return call.descriptor(0)?.path == path }
      return (isMaking || isMoving || isRemoving)
        && call.paths.contains { $0.hasPrefix(path + "/") }
    }
  }
}
