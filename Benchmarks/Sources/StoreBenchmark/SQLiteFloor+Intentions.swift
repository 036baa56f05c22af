import MonikerDomain

/// The store's operations as a C program with the same tables performs them: each statement is
/// prepared once, and each operation is one transaction.
final class FloorIntentions {
  private let floor: SQLiteFloor
  private let begin, beginWriting, commit: Int
  private let active, holder, lastOfAccount, byID, list, anyMore, history: Int
  private let open, due, insertSession, activate, signedIn, record, end: Int
  private let lastSequence, insertAccount, lookalike, deactivate: Int

  init(path: String) {
    let floor = SQLiteFloor(path: path)
    self.floor = floor
    begin = floor.prepare("BEGIN")
    beginWriting = floor.prepare("BEGIN IMMEDIATE")
    commit = floor.prepare("COMMIT")
    active = floor.prepare(SQLiteStatements.active)
    holder = floor.prepare(SQLiteStatements.holder)
    lastOfAccount = floor.prepare(SQLiteStatements.lastOfAccount)
    byID = floor.prepare(SQLiteStatements.byID)
    list = floor.prepare(SQLiteStatements.list)
    anyMore = floor.prepare(SQLiteStatements.anyMore)
    history = floor.prepare(SQLiteStatements.history)
    open = floor.prepare(SQLiteStatements.open)
    due = floor.prepare(SQLiteStatements.due)
    insertSession = floor.prepare(SQLiteStatements.insertSession)
    activate = floor.prepare(SQLiteStatements.activate)
    signedIn = floor.prepare(SQLiteStatements.signedIn)
    record = floor.prepare(SQLiteStatements.record)
    end = floor.prepare(SQLiteStatements.end)
    lastSequence = floor.prepare(SQLiteStatements.lastSequence)
    insertAccount = floor.prepare(SQLiteStatements.insertAccount)
    lookalike = floor.prepare(SQLiteStatements.lookalike)
    deactivate = floor.prepare(SQLiteStatements.deactivate)
  }

  private func reading(_ body: () -> Void) {
    floor.run(begin)
    body()
    floor.run(commit)
  }

  /// Runs one writing operation, with the reads and records that all of them share.
  private func writing(at time: Timestamp, _ body: () -> Void) {
    let now = FloorValue.integer(time.millisecondsSince1970)
    floor.run(beginWriting)
    floor.run(due, [now])
    body()
    floor.run(lastSequence)
    floor.run(commit)
  }

  func current() {
    reading {
      floor.run(active)
    }
  }

  func session(of reference: NicknameReference) {
    reading {
      let key = reference.key.map { FloorValue.text($0.text) } ?? .null
      let number = floor.run(holder, [key, .null])
      floor.run(lastOfAccount, [.integer(number)])
    }
  }

  func session(beginningWith prefix: SessionIDPrefix) {
    reading {
      floor.run(byID, [.text(prefix.text), .integer(2)])
    }
  }

  func sessions(endedLimit: Int) {
    reading {
      floor.run(list, [.integer(Int64(endedLimit))])
      floor.run(anyMore, [.integer(Int64(endedLimit))])
    }
  }

  func events(limit: Int) {
    reading { floor.run(history, [.integer(Int64(limit))]) }
  }

  func signIn(_ request: NumberedSignIn, as nickname: Nickname, of account: AccountID) {
    writing(at: request.time) {
      let now = FloorValue.integer(request.time.millisecondsSince1970)
      let session = FloorValue.text(request.sessionID.description)
      let number = floor.run(holder, [.text(nickname.key.text), .null])
      floor.run(lastOfAccount, [.integer(number)])
      floor.run(
        insertSession,
        [session, .integer(number), now, now, .null, .null, .null, .null]
      )
      floor.run(activate, [session])
      floor.run(signedIn, [now, .integer(number)])
      floor.run(record, event("signedIn", at: now, account, nickname, session))
    }
  }

  func signOut(
    _ session: SessionID,
    of account: AccountID,
    _ nickname: Nickname,
    at time: Timestamp
  ) {
    writing(at: time) {
      let now = FloorValue.integer(time.millisecondsSince1970)
      let id = FloorValue.text(session.description)
      floor.run(active)
      floor.run(record, event("signedOut", at: now, account, nickname, id))
      floor.run(end, [now, .text("signedOut"), .integer(floor.lastInsertedRow), id])
      floor.run(deactivate)
      floor.run(open, [.integer(4)])
    }
  }

  func assign(_ nickname: Nickname, to account: AccountID, at time: Timestamp) {
    writing(at: time) {
      let now = FloorValue.integer(time.millisecondsSince1970)
      let id = FloorValue.text(account.description)
      let key = FloorValue.text(nickname.key.text)
      let skeletons = [
        FloorValue.text(nickname.skeleton.text), .text(nickname.shownSkeleton.text),
      ]
      floor.run(holder, [key, id])
      floor.run(lookalike, skeletons + [id])
      floor.run(insertAccount, [id, .text(nickname.text), key] + skeletons + [now])
      floor.run(record, event("accountAdded", at: now, account, nickname, .null))
    }
  }

  private func event(
    _ kind: String,
    at now: FloorValue,
    _ account: AccountID,
    _ nickname: Nickname,
    _ session: FloorValue
  ) -> [FloorValue] {
    [
      now, .text(kind), .text(account.description), .text(nickname.text), .null, session, .null,
      .null,
    ]
  }
}
