package import MonikerDomain

extension ExportRow {
  /// A short description of what is wrong with a line.
  package struct Defect: Error {
    package let detail: String
  }

  /// The record in the line.
  package func record() throws(Defect) -> StoreRecord {
    switch type {
    case .moniker: throw Defect(detail: "a second first line")
    case .account: try accountRecord()
    case .profile: .profile(try profile(), of: try identifier(account, "account"))
    case .restingNickname: .restingNickname(try restingNickname())
    case .device: try deviceRecord()
    case .session: .session(try session())
    case .event: .event(try eventRecord())
    case .end: .metadata(try metadata())
    }
  }

  private func storedNickname() throws(Defect) -> Nickname {
    let nickname = Nickname(
      storedText: try known(nickname, "nickname"),
      storedKey: try known(nicknameKey, "nicknameKey"),
      storedSkeleton: try known(nicknameSkeleton, "nicknameSkeleton"),
      storedShownSkeleton: try known(nicknameShownSkeleton, "nicknameShownSkeleton")
    )
    guard let nickname else { throw Defect(detail: "its nickname is invalid") }
    return nickname
  }

  private func restingNickname() throws(Defect) -> RestingNickname {
    RestingNickname(
      nickname: try storedNickname(),
      accountID: try identifier(account, "account"),
      freedAt: try moment(freedAt, "freedAt")
    )
  }

  /// The profile in the line.
  package func profile() throws(Defect) -> Profile {
    var picture: Picture?
    if let fields = self.picture {
      picture = fields.picture
      guard picture != nil else { throw wrong("picture") }
    }
    let content = ProfileContent(
      storedTitle: title ?? "",
      description: description ?? "",
      picture: picture
    )
    guard let content else { throw wrong("title or description") }
    return Profile(
      content,
      version: try number(version, "version", from: 1),
      changedAt: try moment(changedAt, "changedAt")
    )
  }

  private func accountRecord() throws(Defect) -> StoreRecord {
    let account = Account(
      id: try identifier(id, "id"),
      nickname: try storedNickname(),
      createdAt: try moment(createdAt, "createdAt")
    )
    return .account(
      account,
      lastSignedInAt: try optionalMoment(lastSignedInAt, "lastSignedInAt"),
      recoveryKey: try optionalDigest(recoveryKey, "recoveryKey"),
      suspendedAt: try optionalMoment(suspendedAt, "suspendedAt")
    )
  }

  private func deviceRecord() throws(Defect) -> StoreRecord {
    let device = Device(
      id: try identifier(id, "id"),
      label: label,
      registeredAt: try moment(registeredAt, "registeredAt"),
      origin: Origin(host: host, terminal: terminal)
    )
    let confirmed = try optionalDigest(token, "token")
    let unconfirmed = try optionalDigest(nextToken, "nextToken")
    if confirmed == nil, unconfirmed == nil { throw Defect(detail: "it has no token") }
    guard let tokens = DeviceTokens(confirmed: confirmed, unconfirmed: unconfirmed) else {
      throw wrong("nextToken")
    }
    return .device(device, tokens: tokens)
  }

  private func optionalDigest(
    _ value: String?,
    _ name: String
  ) throws(Defect) -> SecretDigest? {
    guard let value else { return nil }
    guard let digest = SecretDigest(hexadecimal: value) else { throw wrong(name) }
    return digest
  }

  /// The session in the line.
  ///
  /// - Parameter isAnswer: whether the end may have no event: an answer has the session as of its time, and the
  ///   expiry may be recorded later.
  package func session(isAnswer: Bool = false) throws(Defect) -> Session {
    Session(
      id: try identifier(id, "id"),
      accountID: try identifier(account, "account"),
      deviceID: try deviceID(),
      startedAt: try moment(startedAt, "startedAt"),
      lastSeenAt: try moment(lastSeenAt, "lastSeenAt"),
      expiresAt: try optionalMoment(expiresAt, "expiresAt"),
      idleTimeout: idleTimeout.map { .milliseconds($0) },
      origin: Origin(host: host, terminal: terminal),
      ending: try ending(isAnswer: isAnswer)
    )
  }

  private func deviceID() throws(Defect) -> DeviceID {
    device == nil ? .local : try identifier(device, "device")
  }

  private func ending(isAnswer: Bool) throws(Defect) -> SessionEnding? {
    guard endedAt != nil || endReason != nil || endEvent != nil else { return nil }
    guard let reason = SessionEnding.Reason(rawValue: try known(endReason, "endReason")) else {
      throw wrong("endReason")
    }
    return SessionEnding(
      at: try moment(endedAt, "endedAt"),
      reason,
      recordedAs: isAnswer && endEvent == nil ? nil : try number(endEvent, "endEvent", from: 1)
    )
  }

  private func eventRecord() throws(Defect) -> HistoryEvent {
    guard let kind = HistoryEvent.Kind(rawValue: try known(kind, "kind")) else {
      throw wrong("kind")
    }
    let sessionID: SessionID? =
      if session == nil { nil } else { try identifier(session, "session") }
    return HistoryEvent(
      sequence: try number(sequence, "sequence", from: 1),
      time: try moment(time, "time"),
      kind: kind,
      accountID: try identifier(account, "account"),
      nickname: nickname,
      earlierNickname: earlierNickname,
      sessionID: sessionID,
      deviceID: try deviceID(),
      origin: Origin(host: host, terminal: terminal)
    )
  }

  private func metadata() throws(Defect) -> StoreMetadata {
    var active: [DeviceID: SessionID] = [:]
    for (device, session) in activeSessions ?? [:] {
      let id: DeviceID = try identifier(device, "activeSessions")
      guard id != .local, active[id] == nil else { throw wrong("activeSessions") }
      active[id] = try identifier(session, "activeSessions")
    }
    if activeSession != nil { active[.local] = try identifier(activeSession, "activeSession") }
    let limit = historyLimit ?? StoreSettings.standard.historyLimit
    guard 0...StoreSettings.maximumHistoryLimit ~= limit else { throw wrong("historyLimit") }
    let rest = nicknameRest ?? 0
    guard 0...StoreSettings.maximumNicknameRest.wholeMilliseconds ~= rest else {
      throw wrong("nicknameRest")
    }
    return StoreMetadata(
      activeSessions: active,
      lastSequence: try number(lastEvent, "lastEvent", from: 0),
      settings: StoreSettings(historyLimit: limit, nicknameRest: .milliseconds(rest))
    )
  }

  private func known<Value>(_ value: Value?, _ name: String) throws(Defect) -> Value {
    guard let value else { throw Defect(detail: "it has no \(name)") }
    return value
  }

  private func wrong(_ name: String) -> Defect {
    Defect(detail: "its \(name) is invalid")
  }

  private func number(_ value: Int?, _ name: String, from first: Int) throws(Defect) -> Int {
    let value = try known(value, name)
    guard value >= first else { throw wrong(name) }
    return value
  }

  private func identifier<Subject>(
    _ value: String?,
    _ name: String
  ) throws(Defect) -> Identifier<Subject> {
    guard let identifier = Identifier<Subject>(try known(value, name)) else { throw wrong(name) }
    return identifier
  }

  private func moment(_ value: Int64?, _ name: String) throws(Defect) -> Timestamp {
    guard let moment = try optionalMoment(try known(value, name), name) else { throw wrong(name) }
    return moment
  }

  private func optionalMoment(_ value: Int64?, _ name: String) throws(Defect) -> Timestamp? {
    guard let value else { return nil }
    guard Timestamp.range.contains(value) else { throw wrong(name) }
    return Timestamp(millisecondsSince1970: value)
  }
}
