#if Server
import HTTPTypes
import Hummingbird
import HummingbirdCore
import MonikerDomain
import MonikerPresentation

/// Deciding about another device that shows a code.
///
/// The code is in the bodies of forms and pages, and in no address.
struct LinkPages {
  let pages: Pages

  /// Adds the routes.
  func add(to group: RouterGroup<ServiceContext>) {
    group.get("link", use: show)
    group.post("link", use: lookUp)
    group.post("link/approve") { try await decide($0, $1, isApproval: true) }
    group.post("link/deny") { try await decide($0, $1, isApproval: false) }
  }

  @Sendable private func show(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    let active = try await pages.visit(request, context).active
    return page(LinkPage(codeTicket: pages.ticket(active.account.id)), active)
  }

  private func page(
    _ content: LinkPage,
    _ active: AccountSession,
    status: HTTPResponse.Status = .ok
  ) -> Response {
    pages.page(
      content,
      content.asking?.question ?? "Let another device in",
      status: status,
      for: active
    )
  }

  @Sendable private func lookUp(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    try pages.parts.throttle.refuse(.link, from: context.client)
    // Looking up changes nothing: no form is the same as an earlier one.
    guard let change = try await pages.change(request, context) else {
      return pages.redirect(to: .link)
    }
    let typed = change.form["code"]
    var content = LinkPage(codeTicket: pages.ticket(change.active.account.id))
    do {
      guard let code = Secret(.userCode, typed: typed) else { throw CredentialError.noSuchLink }
      let link = try await change.useCases.credentials.link(userCode: code.digest)
      content.asking = try await asking(link, code, change)
      return page(content, change.active)
    } catch CredentialError.noSuchLink {
      (content.typed, content.problem) = (typed, CredentialError.noSuchLink.description)
      return page(content, change.active, status: .unprocessableContent)
    }
  }

  private func asking(
    _ link: Link,
    _ code: Secret,
    _ change: Pages.Change
  ) async throws -> LinkPage.Request {
    let active = change.active.account.id
    let accounts = try await change.useCases.accounts.list().filter(\.isSignedIn).map(\.account)
    return LinkPage.Request(
      question: link.purpose.question,
      label: link.device.label ?? "a device without a name",
      host: link.origin.host,
      asked: DisplayTime(link.startedAt),
      code: code.text,
      candidates: accounts.map {
        LinkPage.Candidate(
          id: $0.id.description,
          name: $0.nickname.text,
          isChosen: $0.id == active
        )
      },
      approveTicket: pages.ticket(active),
      denyTicket: pages.ticket(active)
    )
  }

  private func decide(
    _ request: Request,
    _ context: ServiceContext,
    isApproval: Bool
  ) async throws -> Response {
    try pages.parts.throttle.refuse(.link, from: context.client)
    let done = pages.redirect(to: .home, saying: isApproval ? .approved : .denied)
    guard let change = try await pages.change(request, context) else { return done }
    guard let code = Secret(.userCode, typed: change.form["code"]) else {
      throw CredentialError.noSuchLink
    }
    let credentials = change.useCases.credentials
    guard isApproval else {
      try await credentials.deny(userCode: code.digest)
      return done
    }
    let target = change.form["target"]
    guard let account = AccountID(target) else { throw AccountError.noSuchAccount(target) }
    do {
      try await credentials.approve(userCode: code.digest, for: account)
    } catch {
      guard case .notSignedIn = error else { throw error }
      throw HTTPProblem.signedOutMeanwhile
    }
    return done
  }
}

extension HTTPProblem {
  /// A device is to be let in for an account that has no session on the browser any more, while another one has.
  fileprivate static var signedOutMeanwhile: HTTPProblem {
    var problem = HTTPProblem(
      .conflict,
      "notSignedIn",
      "That account is not signed in on this browser any more, so nobody was let in. Sign in to it again, "
        + "or choose another account: the code stays good for a while, and you can type it again."
    )
    problem.remedies = [.signIn(nil), .listAccounts]
    return problem
  }
}
#endif
