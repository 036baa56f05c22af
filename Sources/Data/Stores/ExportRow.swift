import MonikerDomain

/// A line of an export: a JSON object, whose `type` says what it tells.
///
/// | type | fields |
/// |---|---|
/// | `moniker` | the first line: `version`, which is 1 |
/// | `account` | `id`, `nickname`, `nicknameKey`, `nicknameSkeleton`, `nicknameShownSkeleton`, `createdAt`; where known `lastSignedInAt` |
/// | `session` | `id`, `account`, `startedAt`, `lastSeenAt`; where known `expiresAt`, `idleTimeout`, `host`, `terminal`; of one that has ended `endedAt`, `endReason`, `endEvent` |
/// | `event` | `sequence`, `time`, `kind`, `account`, `nickname`; where known `earlierNickname`, `session`, `host`, `terminal` |
/// | `end` | the last line: `lastEvent`, where there is one `activeSession`; `lines`, how many there are before it, and `checksum` over these and this one without it |
///
/// The lines are in the order of ``/MonikerDomain/StoreRecord``. Times are milliseconds since
/// 1970-01-01T00:00:00Z, `idleTimeout` is in milliseconds.
struct ExportRow: Codable {
  static let version = 1

  enum Kind: String, Codable {
    case moniker, account, session, event, end
  }

  var type: Kind
  var version: Int?
  var id: String?
  var account: String?
  var nickname: String?
  var nicknameKey: String?
  var nicknameSkeleton: String?
  var nicknameShownSkeleton: String?
  var createdAt: Int64?
  var lastSignedInAt: Int64?
  var startedAt: Int64?
  var lastSeenAt: Int64?
  var expiresAt: Int64?
  var idleTimeout: Int64?
  var host: String?
  var terminal: String?
  var endedAt: Int64?
  var endReason: String?
  var endEvent: Int?
  var sequence: Int?
  var time: Int64?
  var kind: String?
  var earlierNickname: String?
  var session: String?
  var activeSession: String?
  var lastEvent: Int?
  var lines: Int?
  var checksum: String?

  init(_ type: Kind) {
    self.type = type
  }
}
