#if Server
import MonikerDomain
import MonikerPresentation

/// The page on which a person decides about another device.
struct LinkPage: PageTemplates.Content {
  static let template = "link"

  /// An account for which the device can be let in.
  struct Candidate: Sendable {
    /// The ID.
    let id: String

    /// The nickname.
    let name: String

    /// Whether it is chosen.
    let isChosen: Bool
  }

  /// What the device asks for.
  struct Request: Sendable {
    /// What it asks for, as a question.
    let question: String

    /// What it calls itself.
    let label: String

    /// The address from which it asks.
    let host: String?

    /// When it has asked.
    let asked: DisplayTime

    /// The code, for the form that decides.
    let code: String

    /// The accounts for which it can be let in.
    let candidates: [Candidate]

    /// The form that approves.
    let approveTicket: PageTicket

    /// The form that denies.
    let denyTicket: PageTicket
  }

  /// The request that a code has led to; nil before a code was typed.
  var asking: Request?

  /// The code as it was typed.
  var typed = ""

  /// What is wrong with the code.
  var problem: String?

  /// The form that looks up a code.
  let codeTicket: PageTicket
}

extension LinkPurpose {
  /// What a device asks for, as a question to the person who decides.
  var question: String {
    switch self {
    case .signIn: "Let another device sign in?"
    case .recoveryKey: "Let another device replace the recovery key?"
    case .removal: "Let another device remove the account?"
    }
  }
}
#endif
