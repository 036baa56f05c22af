#if Server
import MonikerDomain

/// The page that shows a code, and waits until a person has typed it on another device.
struct WaitingPage: PageTemplates.Content {
  static let template = "waiting"

  /// What is asked for.
  enum Aim {
    case signIn, recoveryKey
  }

  /// The seconds between two questions what became of the link: 5 (RFC 8628, section 3.2).
  private static let interval = 5

  /// The code to type.
  let code: String

  /// The address at which it is typed.
  let address: String

  /// Whether it was approved.
  let isApproved: Bool

  /// Whether nobody has decided yet.
  let isPending: Bool

  /// The title.
  let heading: String

  /// The address of the form.
  let action: String

  /// The address of the page on which the same can be had in another way.
  let otherPlace: String

  /// That way in words.
  let otherWay: String

  /// The form that goes on.
  let ticket: PageTicket

  /// After how many seconds a browser without script loads the page again; nil for never.
  var refresh: Int? { isPending ? Self.interval : nil }

  init(_ aim: Aim, _ kept: KeptLink, _ state: LinkState, at url: String, _ ticket: PageTicket) {
    code = kept.userCode.text
    address = url + PageAddress.link.rawValue
    (isApproved, isPending) = (state == .approved, state == .pending)
    let (approved, denied): (String, String)
    let page: PageAddress
    let other: PageAddress
    switch aim {
    case .signIn:
      (approved, denied) = ("You are let in", "You are not let in")
      (page, other, otherWay) = (.waiting, .signIn, "Sign in in another way")
    case .recoveryKey:
      (approved, denied) = ("You get a new recovery key", "You get no new recovery key")
      (page, other, otherWay) = (.keyWaiting, .recoveryKey, "Replace the key in another way")
    }
    (action, otherPlace) = ("\(page.rawValue)/finish", other.rawValue)
    heading =
      switch state {
      case .pending: "Type this code on your other device"
      case .approved: approved
      case .denied: denied
      }
    self.ticket = ticket
  }
}
#endif
