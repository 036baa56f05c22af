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
package struct ExportRow: Codable {
  package static let version = 1

  package enum Kind: String, Codable {
    case moniker, account, profile, restingNickname, device, session, event, end
  }

  package var type: Kind
  package var version: Int?
  package var id: String?
  package var account: String?
  package var device: String?
  package var nickname: String?
  package var nicknameKey: String?
  package var nicknameSkeleton: String?
  package var nicknameShownSkeleton: String?
  package var createdAt: Int64?
  package var lastSignedInAt: Int64?
  package var title: String?
  package var description: String?
  package var picture: PictureFields?
  package var changedAt: Int64?
  package var freedAt: Int64?
  package var recoveryKey: String?
  package var suspendedAt: Int64?
  package var label: String?
  package var registeredAt: Int64?
  package var token: String?
  package var nextToken: String?
  package var startedAt: Int64?
  package var lastSeenAt: Int64?
  package var expiresAt: Int64?
  package var idleTimeout: Int64?
  package var host: String?
  package var terminal: String?
  package var endedAt: Int64?
  package var endReason: String?
  package var endEvent: Int?
  package var sequence: Int?
  package var time: Int64?
  package var kind: String?
  package var earlierNickname: String?
  package var session: String?
  package var activeSession: String?
  package var activeSessions: [String: String]?
  package var lastEvent: Int?
  package var historyLimit: Int?
  package var nicknameRest: Int64?
  package var lines: Int?
  package var checksum: String?

  package init(_ type: Kind) {
    self.type = type
  }
}
