import MonikerDomain

/// A line of an export: a JSON object whose `type` selects its fields.
///
/// | type | fields |
/// |---|---|
/// | `moniker` | the first line: `version`, which is 1 |
/// | `account` | `id`, `nickname`, `nicknameKey`, `nicknameSkeleton`, `nicknameShownSkeleton`, `createdAt`; if known, `lastSignedInAt`, `recoveryKey` (its digest), `suspendedAt` |
/// | `profile` | `account`, `version`, `changedAt`; if there is one, `title`, `description`, `picture`: an object with `id`; if known, `text`, `address`, `author`, `authorAddress`, `source` |
/// | `restingNickname` | `account` (that held it last), `nickname`, `nicknameKey`, `nicknameSkeleton`, `nicknameShownSkeleton`, `freedAt` |
/// | `device` | `id`, `registeredAt`; one or both of `token` (the digest of the confirmed one) and `nextToken` (of the unconfirmed one); if known, `label`, `host`, `terminal` |
/// | `session` | `id`, `account`, `startedAt`, `lastSeenAt`; if it is not the local one, `device`; if known, `expiresAt`, `idleTimeout`, `host`, `terminal`; if it has ended, `endedAt`, `endReason`, `endEvent` |
/// | `event` | `sequence`, `time`, `kind`, `account`; if it is not the local one, `device`; if known, `nickname`, `earlierNickname`, `session`, `host`, `terminal` |
/// | `end` | the last line: `lastEvent`; if it is not 1000, `historyLimit`; if nicknames rest, `nicknameRest`, in milliseconds; if there are some, `activeSession`, that of the local device, and `activeSessions`, those of other devices by their IDs; `lines`, the number of lines before it; `checksum`, over those lines and this line without `checksum` |
///
/// The lines are in the order of ``/MonikerDomain/StoreRecord``. Times are milliseconds since
/// 1970-01-01T00:00:00Z; `idleTimeout` is in milliseconds.
struct ExportRow: Codable {
  static let version = 1

  enum Kind: String, Codable {
    case moniker, account, profile, restingNickname, device, session, event, end
  }

  var type: Kind
  var version: Int?
  var id: String?
  var account: String?
  var device: String?
  var nickname: String?
  var nicknameKey: String?
  var nicknameSkeleton: String?
  var nicknameShownSkeleton: String?
  var createdAt: Int64?
  var lastSignedInAt: Int64?
  var title: String?
  var description: String?
  var picture: PictureFields?
  var changedAt: Int64?
  var freedAt: Int64?
  var recoveryKey: String?
  var suspendedAt: Int64?
  var label: String?
  var registeredAt: Int64?
  var token: String?
  var nextToken: String?
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
  var activeSessions: [String: String]?
  var lastEvent: Int?
  var historyLimit: Int?
  var nicknameRest: Int64?
  var lines: Int?
  var checksum: String?

  init(_ type: Kind) {
    self.type = type
  }
}
