import Foundation
import MonikerDoubles
import MonikerDomain
import MonikerModel
import Testing

@testable import MonikerData

@Suite struct `An export` {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("export.jsonl")
  }

  private func records() async throws -> [StoreRecord] {
    let store = InMemoryRepository()
    try await store.signIn("Åsa \"\\ \u{1F600}", 1)
    try await store.signIn("b", 2)
    let context = ChangeContext(
      at: Timestamp(millisecondsSince1970: 1_700_000_000_999),
      from: Origin(host: "h\u{85}\u{2028}/", terminal: "pts/1")
    )
    try await store.change(StoreSettingsChange(nicknameRest: .seconds(10)))
    _ = try await store.rename(.active, to: try Nickname("c"), at: context)
    _ = try await store.remove(AccountID(high: 0, low: 1), at: context)
    _ = try await store.end(.active, at: context, naming: 0)
    // The first device has a confirmed token, the second one a new one, too, and the third one no other.
    for number in 1...3 as ClosedRange<UInt8> {
      let registration = DeviceRegistration(label: "phone \(number)", provenBy: try digest(number))
      let device = try await store.register(registration)
      guard number < 3 else { continue }
      try await store.confirmToken(try digest(number))
      guard number == 2 else { continue }
      try await store.replaceToken(of: device.id, with: try digest(9), at: context)
    }
    return try await store.contents().all()
  }

  private func digest(_ number: UInt8) throws -> SecretDigest {
    try #require(SecretDigest(bytes: Array(repeating: number, count: 32)))
  }

  private func lines() async throws -> [String] {
    var text = ExportText()
    var lines = [try text.beginning()]
    for record in try await records() { lines.append(try text.line(for: record)) }
    return lines.map { String(decoding: $0.dropLast(), as: UTF8.self) }
  }

  private func imported(_ lines: [String], ending: String = "\n") async throws -> [StoreRecord] {
    try Data((lines.joined(separator: "\n") + ending).utf8).write(to: URL(fileURLWithPath: path))
    return try await ExportContents(path: path).all()
  }

  @Test
  func `imports as the same records`() async throws {
    #expect(try await imported(try await lines()) == records())
  }

  @Test
  func `of an empty store imports as an empty store`() async throws {
    var text = ExportText()
    let lines = [try text.beginning(), try text.line(for: .metadata(.none))]
    try Data(lines.joined()).write(to: URL(fileURLWithPath: path))
    #expect(try await ExportContents(path: path).all() == [.metadata(.none)])
  }

  @Test
  func `is a line of plain JSON for each record`() async throws {
    for line in try await lines() {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
      #expect((object as? [String: Any])?["type"] is String)
    }
  }

  @Test
  func `that is truncated anywhere is refused`() async throws {
    let lines = try await lines()
    let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
    for count in stride(from: 0, to: bytes.count, by: 7) {
      try Data(bytes.prefix(count)).write(to: URL(fileURLWithPath: path))
      let failure = await #expect(throws: StoreFailure.self, "\(count)") {
        _ = try await ExportContents(path: path).all()
      }
      #expect(failure?.reason == .damaged)
    }
  }

  @Test
  func `in which anything was changed is refused`() async throws {
    let lines = try await lines()
    let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
    let places = Array(stride(from: 0, to: bytes.count, by: 7)) + (bytes.count - 300..<bytes.count)
    for position in places where bytes[position] != UInt8(ascii: "\n") {
      var changed = bytes
      changed[position] ^= 0x01
      try Data(changed).write(to: URL(fileURLWithPath: path))
      let failure = await #expect(throws: StoreFailure.self, "byte \(position)") {
        _ = try await ExportContents(path: path).all()
      }
      #expect(failure?.reason != .inputOutput)
    }
  }

  @Test
  func `whose lines are reordered, missing or duplicated is refused`() async throws {
    let lines = try await lines()
    var swapped = lines
    swapped.swapAt(1, 2)
    var doubled = lines
    doubled.insert(lines[1], at: 1)
    let missing = lines.filter { $0 != lines[3] }
    let more = lines + [lines[lines.count - 1]]
    let headless = Array(lines.dropFirst())
    for wrong in [swapped, doubled, missing, more, headless, [], ["{}"], ["", ""], ["x"]] {
      let failure = await #expect(throws: StoreFailure.self) { _ = try await imported(wrong) }
      #expect(failure?.reason == .damaged)
      #expect(failure?.location == path)
    }
  }

  @Test
  func `of a newer version is reported as newer`() async throws {
    var lines = try await lines()
    lines[0] = #"{"type":"moniker","version":2}"#
    let failure = await #expect(throws: StoreFailure.self) { _ = try await imported(lines) }
    #expect(failure?.reason == .newer(found: 2, supported: 1))
  }

  @Test
  func `has a wrong line, and the error names it`() async throws {
    var lines = try await lines()
    lines[2] = lines[2].replacing(#""nickname":"#, with: #""nickName":"#)
    let failure = await #expect(throws: StoreFailure.self) { _ = try await imported(lines) }
    #expect(failure?.detail == "line 3: it has no nickname")
  }

  @Test(arguments: [false, true])
  func `is at its path only once it is complete`(isReplacing: Bool) throws {
    try Data("old".utf8).write(to: URL(fileURLWithPath: path))
    var file = try ExportFile(path: path)
    try file.write(Array("new".utf8))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
    let kept = isReplacing ? path + ".kept" : nil
    #expect(try file.publish(keeping: kept) == (isReplacing ? true : nil))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == (isReplacing ? "new" : "old"))
    if let kept { #expect(try String(contentsOfFile: kept, encoding: .utf8) == "old") }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.sorted() == ["export.jsonl"] + (isReplacing ? ["export.jsonl.kept"] : []))
  }
}
