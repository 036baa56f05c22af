import FoundationEssentials
package import MonikerDomain

/// The text in which stores keep the answer to an intention: JSON with the lines of an export.
package enum IntentionText {
  private struct Content: Codable {
    var kind: Kind
    /// The truth values of the answer, in an order that depends on the kind.
    var flags: [Bool] = []
    /// Accounts, each before its session if the answer has one.
    var rows: [ExportRow]
    var device: DeviceRow?
    var token: TokenRow?
    var digest: String?
  }

  private struct TokenRow: Codable {
    let id: String
    let account: String
    let device: String
    let label: String?
    let issuedAt: Int64
    let expiresAt: Int64?

    init(_ token: IdentityToken) {
      id = token.id.description
      account = token.accountID.description
      device = token.deviceID.description
      label = token.label
      issuedAt = token.issuedAt.millisecondsSince1970
      expiresAt = token.expiresAt?.millisecondsSince1970
    }

    var token: IdentityToken? {
      guard let id = IdentityTokenID(id), let account = AccountID(account),
        let device = DeviceID(device), Timestamp.range.contains(issuedAt),
        expiresAt.map(Timestamp.range.contains) ?? true
      else { return nil }
      return IdentityToken(
        id: id,
        of: account,
        issuedBy: device,
        label: label,
        at: Timestamp(millisecondsSince1970: issuedAt),
        expiresAt: expiresAt.map { Timestamp(millisecondsSince1970: $0) }
      )
    }
  }

  private struct DeviceRow: Codable {
    let id: String
    let label: String?
    let registeredAt: Int64
    let host: String?
    let terminal: String?

    init(_ device: Device) {
      id = device.id.description
      label = device.label
      registeredAt = device.registeredAt.millisecondsSince1970
      host = device.origin.host
      terminal = device.origin.terminal
    }

    var device: Device? {
      guard let id = DeviceID(id), Timestamp.range.contains(registeredAt) else { return nil }
      return Device(
        id: id,
        label: label,
        registeredAt: Timestamp(millisecondsSince1970: registeredAt),
        origin: Origin(host: host, terminal: terminal)
      )
    }
  }

  private enum Kind: String, Codable {
    case signIn, account, renaming, activation, removal, profile, signOut, ended, device,
      identityToken, recoveryKey, decision
  }

  package static func text(of answer: IntentionAnswer) -> String {
    let content =
      switch answer {
      case .signIn(let signIn):
        Content(
          kind: .signIn,
          flags: [signIn.isNewAccount, signIn.isNewSession, signIn.isRenewed],
          rows: rows([signIn.active])
        )
      case .account(let account):
        Content(kind: .account, rows: [row(account)])
      case .renaming(let renaming):
        Content(kind: .renaming, rows: rows([renaming.before, renaming.after]))
      case .activation(let activation):
        Content(
          kind: .activation,
          rows: rows([activation.before, activation.after].compactMap(\.self))
        )
      case .removal(let removal):
        Content(
          kind: .removal,
          rows: [row(removal.account)]
            + [removal.session].compactMap { $0.map { ExportRow(.session($0)) } }
        )
      case .profile(let profile):
        Content(kind: .profile, rows: [ExportRow(profile)])
      case .signOut(let signOut):
        Content(
          kind: .signOut,
          flags: [signOut.ended != nil, signOut.moreAreOpen],
          rows: rows([signOut.ended].compactMap(\.self) + signOut.stillOpen)
        )
      case .ended(let entries):
        Content(kind: .ended, flags: entries.map(\.isActive), rows: rows(entries.map(\.holder)))
      case .device(let device):
        Content(kind: .device, rows: [], device: DeviceRow(device))
      case .identityToken(let token):
        Content(kind: .identityToken, rows: [], token: TokenRow(token))
      case .recoveryKey(let digest):
        Content(kind: .recoveryKey, rows: [], digest: digest.hexadecimal)
      case .decision:
        Content(kind: .decision, rows: [])
      }
    guard let bytes = try? ExportRow.encoder.encode(content) else {
      preconditionFailure("JSON represents every text, integer and truth value")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// - Returns: nil for a text that this program never writes.
  package static func answer(in text: String) -> IntentionAnswer? {
    guard let content = try? JSONDecoder().decode(Content.self, from: Data(text.utf8)) else {
      return nil
    }
    let (flags, rows) = (content.flags, content.rows)
    switch content.kind {
    case .account:
      return rows.first.flatMap(account).map { .account($0) }
    case .removal:
      guard let account = rows.first.flatMap(account) else { return nil }
      let session = rows.dropFirst().first.flatMap(session)
      return .removal(AccountRemoval(account: account, session: session))
    case .profile:
      return (try? rows.first?.profile()).map { .profile($0) }
    case .device:
      return content.device?.device.map { .device($0) }
    case .identityToken:
      return content.token?.token.map { .identityToken($0) }
    case .recoveryKey:
      return content.digest.flatMap { SecretDigest(hexadecimal: $0) }.map { .recoveryKey($0) }
    case .decision:
      return .decision
    case .signIn, .renaming, .activation, .signOut, .ended:
      guard let holders = holders(in: rows) else { return nil }
      return answer(content.kind, flags, holders)
    }
  }

  private static func answer(
    _ kind: Kind,
    _ flags: [Bool],
    _ holders: [AccountSession]
  ) -> IntentionAnswer? {
    switch (kind, flags.count, holders.count) {
    case (.signIn, 3, 1):
      .signIn(
        SignIn(
          active: holders[0],
          isNewAccount: flags[0],
          isNewSession: flags[1],
          isRenewed: flags[2]
        )
      )
    case (.renaming, _, 2):
      .renaming(Renaming(before: holders[0], after: holders[1]))
    case (.activation, _, 1...2):
      .activation(
        Activation(
          before: holders.count == 2 ? holders[0] : nil,
          after: holders[holders.count - 1]
        )
      )
    case (.signOut, 2, (flags[0] ? 1 : 0)...):
      .signOut(
        SignOut(
          ended: flags[0] ? holders[0] : nil,
          stillOpen: Array(holders.dropFirst(flags[0] ? 1 : 0)),
          moreAreOpen: flags[1]
        )
      )
    case (.ended, holders.count, _):
      .ended(zip(holders, flags).map { SessionEntry(holder: $0, isActive: $1) })
    default:
      nil
    }
  }

  private static func row(_ account: Account) -> ExportRow {
    ExportRow(.account(account, lastSignedInAt: nil))
  }

  private static func rows(_ holders: [AccountSession]) -> [ExportRow] {
    holders.flatMap { [row($0.account), ExportRow(.session($0.session))] }
  }

  private static func account(_ row: ExportRow) -> Account? {
    guard case .account(let account, _, _, _)? = try? row.record() else { return nil }
    return account
  }

  private static func session(_ row: ExportRow) -> Session? {
    row.type == .session ? try? row.session(isAnswer: true) : nil
  }

  private static func holders(in rows: [ExportRow]) -> [AccountSession]? {
    guard rows.count.isMultiple(of: 2) else { return nil }
    var holders: [AccountSession] = []
    for place in stride(from: 0, to: rows.count, by: 2) {
      guard let account = account(rows[place]), let session = session(rows[place + 1]),
        session.accountID == account.id
      else { return nil }
      holders.append(AccountSession(account: account, session: session))
    }
    return holders
  }
}
