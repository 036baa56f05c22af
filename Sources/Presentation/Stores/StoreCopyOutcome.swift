import MonikerDomain

/// The result of a copy of a store.
public struct StoreCopyOutcome: Outcome, Hashable {
  /// The purpose of the copy.
  enum Purpose: String, Hashable {
    case backup, restore, copy, merge, `import`, export, repair
  }

  let purpose: Purpose
  let copy: StoreCopy
  let from: String
  let to: String
  /// The path of the kept copy of what was replaced; nil if nothing was.
  package var kept: String?
  /// A sentence for each loss of a repair.
  var losses: [String] = []

  /// One line, and more for losses and a kept copy.
  public var text: String {
    let records = copy.recordCount == 1 ? "1 record" : "\(copy.recordCount) records"
    let from = from.visible
    let to = to.visible
    var lines: [String]
    switch purpose {
    case .backup: lines = ["Backed up \(records) from \(from) to \(to)."]
    case .restore: lines = ["Restored \(records) from \(from) to \(to)."]
    case .copy: lines = ["Copied \(records) from \(from) to \(to)."]
    case .merge: lines = ["Added \(records) from \(from) to \(to)."]
    case .import: lines = ["Imported \(records) from \(from) to \(to)."]
    case .export: lines = ["Exported \(records) from \(from) to \(to)."]
    case .repair:
      lines = ["Made a new store of \(records) that could be read from \(from)."]
      lines += losses.isEmpty ? ["Nothing was lost."] : losses.map { "Lost: \($0.visible)." }
    }
    let replaced = [.backup, .export].contains(purpose) ? "file" : "store"
    if copy.voidDeviceCount > 0 {
      let devices = copy.voidDeviceCount == 1 ? "1 device" : "\(copy.voidDeviceCount) devices"
      lines.append("The tokens of \(devices) are void. Sign in on them again.")
    }
    if let kept { lines.append("The \(replaced) before that is kept as \(kept.visible)") }
    return lines.joined(separator: "\n")
  }

  /// Whether nothing was kept or lost, so that the text contains no news.
  public var isConfirmation: Bool {
    kept == nil && losses.isEmpty && copy.voidDeviceCount == 0
  }

  private enum CodingKeys: CodingKey {
    case action, records, from, to, kept, losses, voidDevices
  }

  /// Encodes `action`, `records` (a number), `from`, `to`, `kept` (null if nothing was replaced),
  /// `losses` (sentences) and `voidDevices` (the number of devices whose tokens are void).
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(purpose.rawValue, forKey: .action)
    try container.encode(copy.recordCount, forKey: .records)
    try container.encode(from, forKey: .from)
    try container.encode(to, forKey: .to)
    try container.encode(kept, forKey: .kept)
    try container.encode(losses, forKey: .losses)
    try container.encode(copy.voidDeviceCount, forKey: .voidDevices)
  }
}
