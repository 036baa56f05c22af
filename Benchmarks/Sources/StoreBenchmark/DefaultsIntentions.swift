import Foundation
import MonikerDomain

/// The store's operations written over UserDefaults, with the same values under the same keys.
///
/// Each operation reads the file, and its changes are in the file when it returns. They are not on
/// the disk: UserDefaults does not sync the file. It also has no lock, and checks nothing.
final class DefaultsIntentions {
  private let defaults: UserDefaults

  /// The number of events kept, and of ended sessions kept.
  static let historyLimit = 100

  /// - Parameters:
  ///   - suite: the name of the defaults.
  ///   - path: a property list of the store, whose content the defaults copy.
  init(suite: String, path: String) throws {
    guard let defaults = UserDefaults(suiteName: suite) else { throw CocoaError(.fileNoSuchFile) }
    self.defaults = defaults
    let data = try Data(contentsOf: URL(filePath: path))
    let content = try PropertyListSerialization.propertyList(from: data, format: nil)
    for (key, value) in content as? [String: Any] ?? [:] { defaults.set(value, forKey: key) }
    write()
  }

  func current() {
    read()
    guard let active = defaults.string(forKey: "activeSession"),
      let session = records("sessions").first(where: { $0["id"] as? String == active })
    else { return }
    keep(session)
    keep(records("accounts").first { $0["id"] as? String == session["account"] as? String })
  }

  func assign(_ nickname: Nickname, to id: AccountID, at time: Timestamp) {
    read()
    var accounts = records("accounts")
    let isHeld = accounts.contains {
      $0["nicknameKey"] as? String == nickname.key.text
        || $0["nicknameSkeleton"] as? String == nickname.skeleton.text
    }
    guard !isHeld else { return }
    accounts.append([
      "id": id.description, "nickname": nickname.text, "nicknameKey": nickname.key.text,
      "nicknameSkeleton": nickname.skeleton.text,
      "nicknameShownSkeleton": nickname.shownSkeleton.text,
      "createdAt": Int(time.millisecondsSince1970),
    ])
    defaults.set(accounts, forKey: "accounts")
    record("accountAdded", of: id, nickname, nil, at: time)
    write()
  }

  func signIn(_ request: NumberedSignIn, as nickname: Nickname) {
    read()
    let time = Int(request.time.millisecondsSince1970)
    var accounts = records("accounts")
    guard
      let place = accounts.firstIndex(where: { $0["nicknameKey"] as? String == nickname.key.text }),
      let account = accounts[place]["id"] as? String, let id = AccountID(account)
    else { return }
    var sessions = records("sessions")
    sessions.append([
      "account": account, "id": request.sessionID.description, "startedAt": time,
      "lastSeenAt": time, "place": sessions.count,
    ])
    accounts[place]["lastSignedInAt"] = time
    defaults.set(sessions, forKey: "sessions")
    defaults.set(accounts, forKey: "accounts")
    defaults.set(request.sessionID.description, forKey: "activeSession")
    record("signedIn", of: id, nickname, request.sessionID, at: request.time)
    write()
  }

  func signOut(_ nickname: Nickname, at time: Timestamp) {
    read()
    guard let active = defaults.string(forKey: "activeSession"),
      let session = SessionID(active)
    else { return }
    var sessions = records("sessions")
    guard let place = sessions.firstIndex(where: { $0["id"] as? String == active }),
      let account = (sessions[place]["account"] as? String).flatMap({ AccountID($0) })
    else { return }
    sessions.remove(at: place)
    defaults.set(sessions, forKey: "sessions")
    let moment = time.millisecondsSince1970
    append(
      "0\t\(active)\t\(account)\t\(moment)\t\(moment)\t\t\t\t\t\t\(moment)\tsignedOut\t1",
      to: "endedSessions"
    )
    defaults.removeObject(forKey: "activeSession")
    record("signedOut", of: account, nickname, session, at: time)
    write()
  }

  private func record(
    _ kind: String,
    of account: AccountID,
    _ nickname: Nickname,
    _ session: SessionID?,
    at time: Timestamp
  ) {
    let moment = Int(time.millisecondsSince1970)
    let number = defaults.integer(forKey: "lastEvent") + 1
    let line =
      "\(number)\t\(moment)\t\(kind)\t\(account)\t\(session?.description ?? "")\t\t\t\(nickname.text)\t"
    append(line, to: "events")
    defaults.set(number, forKey: "lastEvent")
  }

  private func append(_ line: String, to key: String) {
    let lines = (defaults.string(forKey: key) ?? "").split(separator: "\n") + [line[...]]
    defaults.set(lines.suffix(Self.historyLimit).joined(separator: "\n"), forKey: key)
  }

  private func records(_ key: String) -> [[String: Any]] {
    defaults.array(forKey: key) as? [[String: Any]] ?? []
  }

  /// Makes the next read look at the file, which other processes may have written.
  private func read() { _ = defaults.synchronize() }

  private func write() {
    guard defaults.synchronize() else { fatalError("UserDefaults could not write its file") }
  }
}
