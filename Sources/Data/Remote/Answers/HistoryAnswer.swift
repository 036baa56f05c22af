#if Server
import MonikerDomain

/// A page of events.
struct HistoryAnswer: Decodable, Sendable {
  let events: [EventAnswer]
  let next: String?

  var page: Page<HistoryEvent> {
    Page(entries: events.map(\.event), next: next.map(PageCursor.init))
  }
}

/// An event of an answer.
struct EventAnswer: Decodable, Sendable {
  let event: HistoryEvent

  private enum CodingKeys: CodingKey {
    case sequence, time, kind, nickname, previousNickname, accountID, sessionID, deviceID, host
    case terminal
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    event = HistoryEvent(
      sequence: try fields.decode(Int.self, forKey: .sequence),
      time: try fields.decode(TimeAnswer.self, forKey: .time).time,
      kind: try fields.decode(HistoryEvent.Kind.self, forKey: .kind),
      accountID: try fields.decode(IDAnswer<Account>.self, forKey: .accountID).id,
      nickname: try fields.decodeIfPresent(NicknameAnswer.self, forKey: .nickname)?.nickname.text,
      earlierNickname: try fields.decodeIfPresent(NicknameAnswer.self, forKey: .previousNickname)?
        .nickname.text,
      sessionID: try fields.decodeIfPresent(IDAnswer<Session>.self, forKey: .sessionID)?.id,
      deviceID: try fields.decode(IDAnswer<Device>.self, forKey: .deviceID).id,
      origin: Origin(
        host: try fields.decodeIfPresent(String.self, forKey: .host),
        terminal: try fields.decodeIfPresent(String.self, forKey: .terminal)
      )
    )
  }
}
#endif
