package import MonikerDomain

extension HistoryEvent {
  /// The same event with another event number.
  package func numbered(_ sequence: Int) -> HistoryEvent {
    HistoryEvent(
      sequence: sequence,
      time: time,
      kind: kind,
      accountID: accountID,
      nickname: nickname,
      earlierNickname: earlierNickname,
      sessionID: sessionID,
      deviceID: deviceID,
      origin: origin
    )
  }
}
