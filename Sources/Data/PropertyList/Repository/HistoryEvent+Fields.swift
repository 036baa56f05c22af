import MonikerDomain

/// The fields of an event in a table: `sequence`, `time`, `kind`, `account`, `session`, `host`,
/// `terminal`, `nickname`, `earlierNickname`, `device`, which is empty for the local one.
extension HistoryEvent {
  static let fieldCount = 10

  var fields: [String] {
    [
      String(sequence), time.field, kind.rawValue, accountID.description,
      sessionID?.description ?? "", origin.host ?? "", origin.terminal ?? "", nickname ?? "",
      earlierNickname ?? "", deviceID == .local ? "" : deviceID.description,
    ]
  }

  init?(fields: [Substring]) {
    guard let sequence = Int(fields[0]), let time = Timestamp(field: fields[1]),
      let kind = Kind(rawValue: String(fields[2])), let account = AccountID(fields[3]),
      fields[4].isEmpty || SessionID(fields[4]) != nil,
      let device = fields[9].isEmpty ? .local : DeviceID(fields[9])
    else { return nil }
    self.init(
      sequence: sequence,
      time: time,
      kind: kind,
      accountID: account,
      nickname: fields[7].known,
      earlierNickname: fields[8].known,
      sessionID: SessionID(fields[4]),
      deviceID: device,
      origin: Origin(host: fields[5].known, terminal: fields[6].known)
    )
    guard isValid else { return nil }
  }
}
