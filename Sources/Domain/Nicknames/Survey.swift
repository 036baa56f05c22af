/// Finds in one pass over a text whether the mappings would change it.
struct Survey {
  enum State {
    /// The mappings change nothing, and every scalar is allowed in any position.
    case settled
    /// The mappings change nothing if the text is in Normalization Form KC, but it may be
    /// disallowed.
    case stable
    /// A space or a capital letter will change.
    case changing
  }

  private var state = State.settled
  private let lowercasing: Bool
  /// A space is unchanged only between two characters, so the start of a text counts as a space.
  private var followsSpace = true
  private var isEmpty = true

  private init(lowercasing: Bool) {
    self.lowercasing = lowercasing
  }

  /// Whether a text is settled; stops at the first scalar that rules it out.
  static func isSettled(_ text: String, lowercasing: Bool) -> Bool {
    var survey = Survey(lowercasing: lowercasing)
    for scalar in text.unicodeScalars {
      let properties = ScalarProperties(scalar)
      survey.look(at: scalar, properties, isFine: properties.isPlain)
      if survey.state != .settled { return false }
    }
    return survey.finish() == .settled
  }

  /// Returns the state of a text in Normalization Form KC.
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

  /// An empty text does not change, but is not settled.
  private func finish() -> State {
    if isEmpty { return .stable }
    return followsSpace ? .changing : state
  }
}
