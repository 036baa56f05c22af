package import FoundationEssentials
package import MonikerDomain

extension ExportRow {
  /// The line for a record; for the metadata without `lines` and `checksum`, which depend on the
  /// whole export.
  package init(_ record: StoreRecord) {
    switch record {
    case .account(let account, let lastSignedInAt, let recoveryKey, let suspendedAt):
      self.init(account, lastSignedInAt)
      self.recoveryKey = recoveryKey?.hexadecimal
      self.suspendedAt = suspendedAt?.millisecondsSince1970
    case .profile(let profile, let id):
      self.init(profile)
      account = id.description
    case .restingNickname(let resting): self.init(resting)
    case .device(let device, let tokens): self.init(device, tokens)
    case .session(let session): self.init(session)
    case .event(let event): self.init(event)
    case .metadata(let metadata): self.init(metadata)
    }
  }

  private init(_ account: Account, _ lastSignedInAt: Timestamp?) {
    self.init(.account)
    id = account.id.description
    set(account.nickname)
    createdAt = account.createdAt.millisecondsSince1970
    self.lastSignedInAt = lastSignedInAt?.millisecondsSince1970
  }

  /// The line of a profile, without its account.
  package init(_ profile: Profile) {
    self.init(.profile)
    let content = profile.content
    if !content.title.isEmpty { title = content.title }
    if !content.description.isEmpty { description = content.description }
    picture = content.picture.map(PictureFields.init)
    version = profile.version
    changedAt = profile.changedAt?.millisecondsSince1970
  }

  private init(_ resting: RestingNickname) {
    self.init(.restingNickname)
    account = resting.accountID.description
    set(resting.nickname)
    freedAt = resting.freedAt.millisecondsSince1970
  }

  private mutating func set(_ nickname: Nickname) {
    self.nickname = nickname.text
    nicknameKey = nickname.key.text
    nicknameSkeleton = nickname.skeleton.text
    nicknameShownSkeleton = nickname.shownSkeleton.text
  }

  private init(_ device: Device, _ tokens: DeviceTokens) {
    self.init(.device)
    id = device.id.description
    label = device.label
    registeredAt = device.registeredAt.millisecondsSince1970
    host = device.origin.host
    terminal = device.origin.terminal
    token = tokens.confirmed?.hexadecimal
    nextToken = tokens.unconfirmed?.hexadecimal
  }

  private init(_ session: Session) {
    self.init(.session)
    id = session.id.description
    account = session.accountID.description
    if session.deviceID != .local { device = session.deviceID.description }
    startedAt = session.startedAt.millisecondsSince1970
    lastSeenAt = session.lastSeenAt.millisecondsSince1970
    expiresAt = session.expiresAt?.millisecondsSince1970
    idleTimeout = session.idleTimeout?.wholeMilliseconds
    host = session.origin.host
    terminal = session.origin.terminal
    endedAt = session.ending?.time.millisecondsSince1970
    endReason = session.ending?.reason.rawValue
    endEvent = session.ending?.sequence
  }

  private init(_ event: HistoryEvent) {
    self.init(.event)
    sequence = event.sequence
    time = event.time.millisecondsSince1970
    kind = event.kind.rawValue
    account = event.accountID.description
    nickname = event.nickname
    earlierNickname = event.earlierNickname
    session = event.sessionID?.description
    if event.deviceID != .local { device = event.deviceID.description }
    host = event.origin.host
    terminal = event.origin.terminal
  }

  private init(_ metadata: StoreMetadata) {
    self.init(.end)
    var active = metadata.activeSessions
    activeSession = active.removeValue(forKey: .local)?.description
    if !active.isEmpty {
      activeSessions = Dictionary(
        uniqueKeysWithValues: active.map { ($0.key.description, $0.value.description) }
      )
    }
    lastEvent = metadata.lastSequence
    let settings = metadata.settings
    if settings.historyLimit != StoreSettings.standard.historyLimit {
      historyLimit = settings.historyLimit
    }
    if settings.nicknameRest > .zero { nicknameRest = settings.nicknameRest.wholeMilliseconds }
  }
}

extension ExportRow {
  /// An encoder that writes equal lines as equal bytes.
  package static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }

  /// The line as JSON, without a line feed.
  package func encoded(by encoder: JSONEncoder) throws(StoreFailure) -> [UInt8] {
    do {
      return [UInt8](try encoder.encode(self))
    } catch {
      throw StoreFailure(
        .inputOutput,
        at: "the export",
        detail: "JSON cannot represent it: \(error)"
      )
    }
  }
}
