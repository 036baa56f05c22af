/// What came of one case of damage: first of reading, then of writing.
enum Finding: String, CaseIterable {
  /// All that was asked was answered as if nothing had happened.
  case right
  /// Something was refused as damaged, and nothing was answered wrongly.
  case refused
  /// Something was answered that is not so.
  case wrong
  /// Something failed in a way that does not tell of damage.
  case misnamed
  /// A file that was refused has changed, or has others beside it that were not there.
  case overwritten
  /// The process ended.
  case crashed
  /// There was no answer for ten seconds.
  case hung

  var isViolation: Bool { self != .right && self != .refused }

  func worse(_ other: Finding) -> Finding {
    let order = Finding.allCases
    return (order.firstIndex(of: self) ?? 0) < (order.firstIndex(of: other) ?? 0) ? other : self
  }
}
