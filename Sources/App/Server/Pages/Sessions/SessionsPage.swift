#if Server
import MonikerDomain
import MonikerPresentation

/// The page of the sessions of the browser's accounts on all devices.
struct SessionsPage: PageTemplates.Content {
  static let template = "sessions"

  /// What has happened before.
  let notice: String?

  /// The sessions that are open.
  let open: [SessionEntryView]

  /// The sessions that have ended; empty unless they were asked for.
  let ended: [SessionEntryView]

  /// Whether the sessions that have ended were asked for.
  let showsEnded: Bool

  /// Whether more have ended than are shown.
  let moreHaveEnded: Bool

  /// The form that ends the other sessions; nil if there are none.
  let othersTicket: PageTicket?
}

/// The page of one session.
struct SessionPage: PageTemplates.Content {
  static let template = "session"

  /// The session.
  let entry: SessionEntryView

  /// For how long each use renews it; nil if none does.
  let renewal: String?
}

/// A session as the pages show it.
struct SessionEntryView: Sendable {
  /// The ID.
  let id: String

  /// The nickname of its account.
  let name: String

  /// What the device is called.
  let label: String

  /// The host at which it was opened; empty if that is not known.
  let place: String

  /// Whether it is open, in words.
  let state: String

  /// Whether it is the active one of this browser.
  let isThis: Bool

  /// Whether it has not ended.
  let isOpen: Bool

  /// When it was opened.
  let started: DisplayTime

  /// When it was last used.
  let used: DisplayTime

  /// When it was last used, relative to the present.
  let usedAgo: String

  /// When it ended or will; nil if it does not.
  let end: DisplayTime?

  /// The form that ends it.
  let ticket: PageTicket

  init(_ row: SessionRow, _ labels: [DeviceID: String], _ ticket: PageTicket) {
    (id, name, place, state) = (row.id, row.name, row.place, row.state)
    label = labels[row.deviceID] ?? "a device without a name"
    (isThis, isOpen) = (row.isActive, row.isOpen)
    (started, used, usedAgo, end) = (row.startedAt, row.lastSeenAt, row.lastSeen, row.endAt)
    self.ticket = ticket
  }
}
#endif
