import MonikerDomain
import MonikerModel

@testable import MonikerData

extension Fault {
  /// Faults of intentions with IDs.
  static let intentions = [
    Fault(
      "cannot repeat a switch from a session that has expired",
      breaks:
        "A switch from a session that has expired is repeated and looked up, also if the store is opened again"
    ) { (after: inout StoreState, _) in
      after.intentions = after.intentions.mapValues { record in
        guard case .activation(let activation) = record.answer else { return record }
        let answer = Activation(before: nil, after: activation.after)
        return record.with(.activation(answer))
      }
    },
    Fault(
      "records no intention",
      breaks: "An intention that is repeated gives its first answer, and changes nothing",
      "A recorded intention is looked up with its time, device and answer",
      "An intention is kept for a day, and no longer",
      "Of 100 concurrent calls of one intention, one makes the change",
      "An ID of another kind of intention, of another device or with other content is refused"
    ) { (after: inout StoreState, _) in
      after.intentions = [:]
    },
    Fault(
      "shows every device all intentions",
      breaks: "A recorded intention is looked up with its time, device and answer"
    ) { (scope: inout StoreScope, _) in
      scope = .everything(on: scope.deviceID)
    },
    Fault(
      "repeats an intention for any device",
      breaks:
        "An ID of another kind of intention, of another device or with other content is refused"
    ) { (context: inout ChangeContext, before) in
      guard let known = context.intention.flatMap({ before.intentions[$0] }) else { return }
      context = ChangeContext(
        at: context.time,
        in: .everything(on: known.deviceID),
        from: context.origin,
        intention: context.intention,
        content: context.content
      )
    },
    Fault(
      "repeats an intention with any content",
      breaks:
        "An ID of another kind of intention, of another device or with other content is refused"
    ) { (context: inout ChangeContext, before) in
      guard let known = context.intention.flatMap({ before.intentions[$0] }) else { return }
      context = context.with(content: known.content)
    },
    Fault(
      "records an intention that changed nothing",
      breaks: "A call that changes nothing or is refused is not recorded"
    ) { (record: inout IntentionRecord?, before) in
      guard record == nil, let account = before.accounts.first else { return }
      record = IntentionRecord(
        at: account.createdAt,
        on: before.sessions.first?.deviceID ?? .local,
        answer: .account(account)
      )
    },
    Fault(
      "keeps an intention for ever",
      breaks: "An intention is kept for a day, and no longer"
    ) { (after: inout StoreState, _) in
      let far = Timestamp(millisecondsSince1970: 1 << 45)
      after.intentions = after.intentions.mapValues {
        IntentionRecord(at: far, on: $0.deviceID, content: $0.content, answer: $0.answer)
      }
    },
    Fault(
      "forgets its intentions when it is opened",
      breaks: "Recorded intentions are kept when the store is opened again"
    ) { (opened: inout Opened, _) in
      opened.state.intentions = [:]
    },
  ]
}

extension IntentionRecord {
  fileprivate func with(_ answer: IntentionAnswer) -> IntentionRecord {
    IntentionRecord(at: time, on: deviceID, content: content, answer: answer)
  }
}

extension ChangeContext {
  fileprivate func with(content: SecretDigest?) -> ChangeContext {
    var context = ChangeContext(
      at: time,
      in: scope,
      from: origin,
      intention: intention,
      content: content
    )
    context.location = location
    return context
  }
}
