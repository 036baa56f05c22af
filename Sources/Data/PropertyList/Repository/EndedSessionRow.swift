import MonikerDomain

/// A session that has ended, with its place in the order of all sessions.
///
/// The fields are `place`, `id`, `account`, `startedAt`, `lastSeenAt`, `expiresAt`, `idleTimeout`,
/// `host`, `terminal`, `endedAt`, `endReason`, `endEvent`, `device`, which is empty for the local one.
struct EndedSessionRow {
  static let fieldCount = 13

  let place: Int
  let session: Session

  static func fields(of session: Session, _ ending: SessionEnding, at place: Int) -> [String] {
    [
      String(place), session.id.description, session.accountID.description, session.startedAt.field,
      session.lastSeenAt.field, session.expiresAt?.field ?? "",
      session.idleTimeout.map { String($0.wholeMilliseconds) } ?? "", session.origin.host ?? "",
      session.origin.terminal ?? "", ending.time.field, ending.reason.rawValue,
      ending.sequence.map { String($0) } ?? "",
      session.deviceID == .local ? "" : session.deviceID.description,
    ]
  }

  init?(fields: [Substring]) {
    guard let place = Int(fields[0]), place >= 0, let id = SessionID(fields[1]),
      let account = AccountID(fields[2]), let startedAt = Timestamp(field: fields[3]),
      let lastSeenAt = Timestamp(field: fields[4]),
      fields[5].isEmpty || Timestamp(field: fields[5]) != nil,
      fields[6].isEmpty || Int64(fields[6]) != nil, let endedAt = Timestamp(field: fields[9]),
      let reason = SessionEnding.Reason(rawValue: String(fields[10])), let event = Int(fields[11]),
      let device = fields[12].isEmpty ? .local : DeviceID(fields[12])
    else { return nil }
    self.place = place
    session = Session(
      id: id,
      accountID: account,
      deviceID: device,
      startedAt: startedAt,
      lastSeenAt: lastSeenAt,
      expiresAt: Timestamp(field: fields[5]),
      idleTimeout: Int64(fields[6]).map { .milliseconds($0) },
      origin: Origin(host: fields[7].known, terminal: fields[8].known),
      ending: SessionEnding(at: endedAt, reason, recordedAs: event)
    )
    guard session.isValid else { return nil }
  }
}
