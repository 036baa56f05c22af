/// What one look at each scalar tells of a text.
struct Survey {
  enum State {
    /// Nothing changes in it, and all of it is allowed, wherever it stands.
    case settled
    /// Nothing changes in it, if it is in Normalization Form KC, but it may not be allowed.
    case stable
    /// A space or a capital letter will.
    case changing
  }

  private var state = State.settled
  private let lowercasing: Bool
  /// A space is fine between two characters, so the start of a text counts as one.
  private var followsSpace = true
  private var isEmpty = true

  private init(lowercasing: Bool) {
    self.lowercasing = lowercasing
  }

  /// Looks at a text for as long as it may be settled.
  static func isSettled(_ text: String, lowercasing: Bool) -> Bool {
    var survey = Survey(lowercasing: lowercasing)
    for scalar in text.unicodeScalars {
      let properties = ScalarProperties(scalar)
      survey.look(at: scalar, properties, isFine: properties.isPlain)
      if survey.state != .settled { return false }
    }
    return survey.finish() == .settled
  }

  /// Looks at a text that is in Normalization Form KC.
  @inline(__always)
  static func state(of buffer: borrowing ScalarBuffer, lowercasing: Bool) -> State {
    var survey = Survey(lowercasing: lowercasing)
    for place in 0..<buffer.count {
      let part = buffer[place]
      if part.isKnownToBePlain {
        survey.pass()
      } else {
        let properties = ScalarProperties(part.scalar)
        survey.look(at: part.scalar, properties, isFine: properties.isAllowedAnywhere)
      }
    }
    return survey.finish()
  }

  @inline(__always)
  private mutating func pass() {
    isEmpty = false
    followsSpace = false
  }

  @inline(__always)
  private mutating func look(
    at scalar: Unicode.Scalar,
    _ properties: ScalarProperties,
    isFine: Bool
  ) {
    if scalar == " " {
      if followsSpace { state = .changing }
      isEmpty = false
      followsSpace = true
      return
    }
    pass()
    if properties.isSpaceSeparator || (lowercasing && properties.hasLowercase) {
      state = .changing
    } else if !isFine, state == .settled {
      state = .stable
    }
  }

  /// A text of nothing changes no more, but is not settled.
  private func finish() -> State {
    if isEmpty { return .stable }
    return followsSpace ? .changing : state
  }
}
