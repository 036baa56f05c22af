import MonikerDomain

/// A note of a process; each is a line, so that notes survive the death of the process.
enum TortureRecord: Equatable {
  /// A step is about to be taken; times are nanoseconds of a clock that all processes share.
  case began(number: Int, at: UInt64)
  /// A step was taken, and gave this answer.
  case gave(number: Int, at: UInt64, answer: String)
  /// An event that was read from the store.
  case found(HistoryEvent)
  /// The process was killed, and has ended.
  case died(at: UInt64)

  /// The line, with its line feed.
  var line: String {
    let fields: [String] =
      switch self {
      case .began(let number, let time): ["began", "\(number)", "\(time)"]
      case .gave(let number, let time, let answer): ["gave", "\(number)", "\(time)", answer]
      case .found(let event): ["found"] + Self.fields(of: event)
      case .died(let time): ["died", "\(time)"]
      }
    return fields.joined(separator: "\t") + "\n"
  }

  /// - Parameter line: the line without its line feed.
  init?(line: Substring) {
    let bytes = line.utf8.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
    let fields = bytes.map { Substring($0) }
    switch (fields[0], fields.count) {
    case ("began", 3):
      guard let number = Int(fields[1]), let time = UInt64(fields[2]) else { return nil }
      self = .began(number: number, at: time)
    case ("gave", 4):
      guard let number = Int(fields[1]), let time = UInt64(fields[2]) else { return nil }
      self = .gave(number: number, at: time, answer: String(fields[3]))
    case ("found", 11):
      guard let event = Self.event(Array(fields.dropFirst())) else { return nil }
      self = .found(event)
    case ("died", 2):
      guard let time = UInt64(fields[1]) else { return nil }
      self = .died(at: time)
    default: return nil
    }
  }

  /// The records of a file; a kill may have truncated the last line, on which then nothing depends.
  static func lines(of text: String) -> [TortureRecord?] {
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return lines.dropLast().map { TortureRecord(line: Substring($0)) }
  }

  private static func fields(of event: HistoryEvent) -> [String] {
    [
      "\(event.sequence)", "\(event.time.millisecondsSince1970)", event.kind.rawValue,
      event.accountID.description, event.sessionID?.description ?? "", event.origin.host ?? "",
      event.origin.terminal ?? "", event.nickname ?? "", event.earlierNickname ?? "",
      event.deviceID.description,
    ]
  }

  private static func event(_ fields: [Substring]) -> HistoryEvent? {
    guard let sequence = Int(fields[0]), let time = Int64(fields[1]),
      let kind = HistoryEvent.Kind(rawValue: String(fields[2])), let account = AccountID(fields[3]),
      let device = DeviceID(fields[9])
    else { return nil }
    func known(_ field: Substring) -> String? { field.isEmpty ? nil : String(field) }
    return HistoryEvent(
      sequence: sequence,
      time: Timestamp(millisecondsSince1970: time),
      kind: kind,
      accountID: account,
      nickname: known(fields[7]),
      earlierNickname: known(fields[8]),
      sessionID: SessionID(fields[4]),
      deviceID: device,
      origin: Origin(host: known(fields[5]), terminal: known(fields[6]))
    )
  }
}

extension Answer {
  /// The answer as a record contains it, in one line.
  var note: String { "\(self)".replacing("\n", with: "\\n").replacing("\t", with: "\\t") }

  /// The answer of a step that was refused because the store was busy.
  static let busyNote = Answer.failed(.busy).note
}
