/// The result of one case of damage: first of reading, then of writing.
enum Finding: String, CaseIterable {
  /// All answers were those of the undamaged file.
  case right
  /// Some call was refused as damaged, and no answer was wrong.
  case refused
  /// Some answer was wrong.
  case wrong
  /// Some call failed with an error other than damage.
  case misnamed
  /// A refused file has changed, or new files are beside it.
  case overwritten
  /// The process ended.
  case crashed
  /// The worker made no progress within the time limit of ``Lane``.
  case hung

  var isViolation: Bool { self != .right && self != .refused }

  func worse(_ other: Finding) -> Finding {
    let order = Finding.allCases
    return (order.firstIndex(of: self) ?? 0) < (order.firstIndex(of: other) ?? 0) ? other : self
  }
}
