import Foundation
import MonikerDomain
import MonikerDoubles

/// A file of a store, to which one damage after another is applied.
final class DamageTrial {
  private let kind: StoreKind
  private let bytes: [UInt8]
  private let folder: String
  private let names: [String]
  private let whole: Inquiry
  private let signIns: [(name: String, answer: Inquiry.Answer, after: Inquiry)]

  private var path: String { folder + "/store" }

  /// Records the answers of the undamaged file.
  ///
  /// - Parameter folder: a folder that has no other use.
  init(_ kind: StoreKind, _ fixture: [UInt8], in folder: String) async throws {
    self.kind = kind
    bytes = fixture
    self.folder = folder
    let path = folder + "/store"
    try Self.place(fixture, at: path, in: folder)
    let store = kind.open(path)
    let known = try await store.accounts().map(\.nickname.text) + ["nobody"]
    names = known
    whole = await Inquiry.all(of: store, names: known)
    var signIns: [(String, Inquiry.Answer, Inquiry)] = []
    // A new account, and a known one.
    for name in ["newcomer", known[0]] {
      try Self.place(fixture, at: path, in: folder)
      let answer = await Inquiry.signIn(to: kind.open(path), as: name)
      signIns.append((name, answer, await Inquiry.all(of: kind.open(path), names: known)))
    }
    self.signIns = signIns
  }

  /// Reads and writes the damaged file.
  func findings(of damage: DamageCase) async throws -> [(finding: Finding, detail: String)] {
    let damaged = damage.damaged(bytes)
    return [
      try await reading(damaged), try await writing(damaged, as: 0),
      try await writing(damaged, as: 1),
    ]
  }

  private func reading(_ damaged: [UInt8]) async throws -> (finding: Finding, detail: String) {
    try Self.place(damaged, at: path, in: folder)
    let inquiry = await Inquiry.all(of: kind.open(path), names: names)
    let found = inquiry.finding(comparedWith: whole, at: path)
    return try judgingFiles(found, damaged)
  }

  private func writing(
    _ damaged: [UInt8],
    as number: Int
  ) async throws -> (finding: Finding, detail: String) {
    try Self.place(damaged, at: path, in: folder)
    let expected = signIns[number]
    let answer = await Inquiry.signIn(to: kind.open(path), as: expected.name)
    let found = answer.finding(comparedWith: expected.answer, at: path)
    if case .failure = answer { return try judgingFiles(found, damaged) }
    guard found.finding == .right else { return (found.finding, "sign-in \(number)") }
    let after = await Inquiry.all(of: kind.open(path), names: names)
    let later = after.finding(comparedWith: expected.after, at: path)
    return (later.finding, later.detail.isEmpty ? "" : "\(later.detail) after sign-in \(number)")
  }

  private func judgingFiles(
    _ found: (finding: Finding, detail: String),
    _ damaged: [UInt8]
  ) throws -> (finding: Finding, detail: String) {
    let content = try Self.content(of: folder)
    if content == ["store": damaged] { return found }
    let names = content.keys.sorted().joined(separator: ", ")
    return (found.finding.worse(.overwritten), "\(found.detail), left \(names)")
  }

  private static func place(_ bytes: [UInt8], at path: String, in folder: String) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    }
    try Data(bytes).write(to: URL(filePath: path))
  }

  private static func content(of folder: String) throws -> [String: [UInt8]] {
    var content: [String: [UInt8]] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      content[name] = [UInt8](FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data())
    }
    return content
  }
}
