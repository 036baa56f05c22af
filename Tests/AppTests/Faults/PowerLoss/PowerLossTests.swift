import Foundation
import MonikerContract
import MonikerDomain
import MonikerModel
import MonikerDoubles
import Testing

extension StressTests {
  /// Tests a sample of the moments, or all of them if `scripts/test --faults` gives a number.
  @Suite struct `A loss of power` {
    private let isWhole = ProcessInfo.processInfo.environment["MONIKER_TEST_FAULTS"] != nil
    private let seed = UInt64.random(in: 1 ... .max)

    /// The number of moments of each command in the sample.
    private static let sample = 16

    /// The commands in the sample.
    private static let sampled = ["first login", "rename", "logout", "store import"]

    private func moments(
      of recording: DiskRecording,
      answers: Int = 1,
      where isWanted: (PowerLoss.Moment) -> Bool = { _ in true }
    ) -> [PowerLoss.Moment] {
      let loss = PowerLoss(
        during: recording,
        answers: answers,
        limit: isWhole ? nil : 10,
        parts: isWhole ? 6 : 1,
        seed: seed
      )
      var random = SeededGenerator(seed: seed)
      let moments = loss.moments.filter(isWanted)
      if isWhole { return moments }
      // The sample includes the last moment, at which the answer was written.
      return Array(moments.dropLast().shuffled(using: &random).prefix(Self.sample))
        + moments.suffix(1)
    }

    @Test(arguments: StoreForm.kinds)
    func `leaves the state before or after, and keeps acknowledged changes`(
      store: StoreForm
    ) async throws {
      for command in FaultedCommand.all where isWhole || Self.sampled.contains(command.name) {
        let scene = try await FaultScene(store, command)
        let sandbox = try scene.sandbox()
        var recording = DiskRecording(from: try Disk(home: sandbox.home.path))
        let run = try await scene.traced(in: sandbox, keeping: 1 << 20)
        run.ending.expect(exit: 0)
        try recording.append(run)
        // Replaying the whole recording must give what the run left.
        var disk = recording.start
        for operation in recording.operations { disk.perform(operation) }
        let left = try Disk(home: sandbox.home.path)
        let difference = left.everything.difference(from: disk.everything)
        #expect(difference == [], "\(command.name), seed \(seed)")
        var (old, new) = (0, 0)
        for moment in moments(of: recording) {
          let place = "\(command.name) after \(moment.operations) operations, seed \(seed)"
          do {
            let content = try await content(of: moment.image, store)
            let state = scene.state(of: content)
            if state == .old { old += 1 } else { new += 1 }
            #expect(
              state == .new || state == .old && !moment.isAcknowledged,
              "\(place): \(content)"
            )
          } catch {
            Issue.record("\(place): \(error)")
          }
        }
        #expect(new > 0, "the moments after the answer are among them")
        if isWhole { print("Power loss, \(store.kind), \(command.name): \(old) old, \(new) new") }
      }
    }

    /// A killed process may have made folders and files whose names are not durable.
    @Test(arguments: StoreForm.kinds)
    func `keeps acknowledged changes of a process that follows a killed one`(
      store: StoreForm
    ) async throws {
      let scene = try await FaultScene(
        store,
        FaultedCommand(name: "first login", preparation: [], words: ["login", "hong"])
      )
      for (name, count) in scene.counts where ["fsync", "rename", "mkdir"].contains(name) {
        for ordinal in 0..<(isWhole ? count : min(2, count)) {
          let sandbox = try scene.sandbox()
          var recording = DiskRecording(from: try Disk(home: sandbox.home.path))
          let kill = Injection.call(.kill, name: name, ordinal: ordinal + 1)
          try recording.append(try await scene.traced(in: sandbox, keeping: 1 << 20, with: kill))
          let before = recording.operations.count
          let run = try await scene.traced(in: sandbox, keeping: 1 << 20)
          run.ending.expect(exit: 0)
          try recording.append(run)
          let answers = recording.operations[..<before].count(where: \.isAcknowledgement) + 1
          for moment in moments(of: recording, answers: answers, where: \.isAcknowledged)
            .prefix(isWhole ? .max : 2)
          {
            let place = "\(kill), then \(moment.operations) operations, seed \(seed)"
            do {
              let content = try await content(of: moment.image, store)
              let isSignedIn = content.accounts.contains { $0.isSignedIn }
              #expect(isSignedIn, "\(place): \(content)")
            } catch {
              Issue.record("\(place): \(error)")
            }
          }
        }
      }
    }

    /// Returns what the library reads on a disk with this image; a sign-in must succeed there, too.
    private func content(of image: DiskImage, _ store: StoreForm) async throws -> StoreContent {
      let sandbox = try Sandbox(store)
      try image.restore(in: sandbox.home.path)
      let repository = sandbox.repository
      let content = try await StoreContent(of: repository)
      _ = try await repository.signIn(
        SignInChange(
          nickname: try Nickname("later"),
          newAccountID: AccountID(high: 1, low: 1),
          newSessionID: SessionID(high: 1, low: 1),
          at: ChangeContext(at: Timestamp(millisecondsSince1970: 0))
        )
      )
      return content
    }
  }
}

extension DiskOperation {
  fileprivate var isAcknowledgement: Bool {
    if case .acknowledge = self { true } else { false }
  }
}
