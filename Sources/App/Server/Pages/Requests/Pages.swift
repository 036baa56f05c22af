#if Server
import HTTPTypes
import Hummingbird
import HummingbirdCore
import MonikerDomain
import MonikerPresentation
import NIOCore

/// What the routes of all pages share.
struct Pages: Sendable {
  let parts: ServiceParts

  /// What the presenters call the store: pages name no place of the operator's.
  static let store = StoreDescription(kind: "service", location: nil)

  /// What a form says after a recovery key that was typed and is not that of the account.
  static let otherKey = "The recovery key of the account is another one."

  /// Makes the response with a page.
  ///
  /// - Parameters:
  ///   - content: the content.
  ///   - title: the title.
  ///   - status: the status of the response.
  ///   - active: who is signed in; nil if nobody is.
  ///   - address: the page of the navigation that it is.
  ///   - version: the version of what the device may see, as of the content or earlier; nil for a page that does
  ///     not follow changes.
  ///   - refresh: after how many seconds a browser without script loads it again; nil for never.
  func page(
    _ content: some PageTemplates.Content,
    _ title: String,
    status: HTTPResponse.Status = .ok,
    for active: AccountSession? = nil,
    at address: PageAddress? = nil,
    version: String? = nil,
    refresh: Int? = nil
  ) -> Response {
    var frame = PageFrame(title: title)
    if let active {
      frame.holder = active.account.nickname.text
      frame.places = PageAddress.navigation.map { place in
        PageFrame.Place(
          address: place.address.rawValue,
          name: place.name,
          isCurrent: place.address == address
        )
      }
    }
    (frame.version, frame.refresh) = (version, refresh)
    return Response(
      status: status,
      headers: [
        .contentType: "text/html; charset=utf-8",
        .contentSecurityPolicy: policy,
        .cacheControl: "no-store",
        // With no-referrer, browsers send forms with the header "Origin: null".
        .referrerPolicy: "same-origin",
      ],
      body: ResponseBody(
        byteBuffer: ByteBuffer(string: PageTemplates.standard.page(content, in: frame))
      )
    )
  }

  /// What a page may load and do (CSP 3): the files of the service, and the images of the photo source.
  private var policy: String {
    let images = parts.imageHost.map { " https://\($0)" } ?? ""
    return
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:\(images); "
      + "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
  }

  /// Leads a browser to another page (RFC 9110, section 15.4.4).
  func redirect(to address: String) -> Response {
    Response(status: .seeOther, headers: [.location: address])
  }

  /// Leads a browser to another page, which says what has happened.
  func redirect(to address: PageAddress, saying notice: PageNotice? = nil) -> Response {
    var response = redirect(to: address.rawValue)
    if let notice {
      response.setCookie(parts.access.cookie(noticeCookie, notice.rawValue, maxAge: 60))
    }
    return response
  }

  /// The name of the cookie that says what has happened before a page.
  private var noticeCookie: String { parts.access.cookieName + "-notice" }

  /// What has happened before the page; nil for nothing.
  func notice(of request: Request) -> String? {
    guard !request.isReload, let cookie = request.cookies[noticeCookie] else { return nil }
    return PageNotice(rawValue: cookie.value)?.text
  }

  /// Takes the cookie of what has happened away, once a person has seen a page.
  func dropNotice(of request: Request, _ response: inout Response) {
    let isPage = response.headers[.contentType]?.hasPrefix("text/html") ?? false
    guard isPage, request.method == .get, !request.isReload, request.cookies[noticeCookie] != nil
    else { return }
    response.setCookie(parts.access.cookie(noticeCookie, "", maxAge: 0))
  }

  /// Makes a form one for an account.
  func ticket(_ account: AccountID?) -> PageTicket {
    PageTicket(account, random: parts.random)
  }

  /// Who looks at a page.
  struct Visit: Sendable {
    /// The use cases of the device.
    let useCases: UseCases

    /// The active session of the device.
    let active: AccountSession

    /// The version of what the device may see.
    let version: String
  }

  /// The version of what the caller's device may see; nil for a caller without one.
  func version(_ context: ServiceContext) async throws -> String? {
    guard let caller = context.caller?.device else { return nil }
    return try await parts.view.version(
      of: caller.device.id,
      caller.session.state(at: parts.now())
    )
  }

  /// Finds out who looks at a page; others than somebody signed in are led to sign in.
  ///
  /// It is a use of the session, which renews it, unless the page is loaded again because something has changed.
  func visit(_ request: Request, _ context: ServiceContext) async throws -> Visit {
    let useCases = try context.useCases(parts)
    let caller = try context.callingDevice()
    if request.method != .head, !request.isReload {
      parts.renewals.note(caller.session, on: caller.device.id)
    }
    let version = try await version(context) ?? ""
    let active = try await context.activeSession(useCases)
    return Visit(useCases: useCases, active: active, version: version)
  }

  /// A form of a page that was made for the account that is active now, or for nobody.
  struct Sent: Sendable {
    /// The fields.
    let form: PageForm

    /// The use cases of the device, which do the same form once.
    let useCases: UseCases

    /// The active session of the device; nil without one.
    let active: AccountSession?
  }

  /// Reads a form.
  ///
  /// - Parameters:
  ///   - request: the request with the form.
  ///   - context: its context.
  ///   - issuesSecret: whether its answer has a secret, which can be lost: the store issues another one if the same
  ///     form comes again.
  /// - Returns: nil if the same form has come before, and was done.
  /// - Throws: ``HTTPProblem/accountChanged`` if another account is active than that of the form; 401 if
  ///   nobody is signed in who should be.
  func sent(
    _ request: Request,
    _ context: ServiceContext,
    issuesSecret: Bool = false
  ) async throws -> Sent? {
    let device = try context.device().id
    let form = try await PageForm(request, context)
    let (id, content) = (form.repeatable.intention, form.repeatable.content)
    let answer = try await parts.intentions.answer(to: id, content: content, in: .device(device))
    guard answer == nil || issuesSecret else { return nil }
    let useCases = parts.useCases(on: device, from: context.origin, repeatable: form.repeatable)
    let active: AccountSession?
    if form.account == nil, case .signedIn = try await useCases.userSession.current() {
      throw HTTPProblem.accountChanged
    } else if form.account == nil {
      active = nil
    } else {
      active = try await context.activeSession(useCases)
      guard form.account == active?.account.id else { throw HTTPProblem.accountChanged }
    }
    return Sent(form: form, useCases: useCases, active: active)
  }

  /// A form of somebody who is signed in.
  struct Change: Sendable {
    /// The fields.
    let form: PageForm

    /// The use cases of the device, which do the same form once.
    let useCases: UseCases

    /// The active session of the device: that of the account for which the form was made.
    let active: AccountSession

    /// The account that the presenters act for.
    var actingAccount: ActingAccount { .account(active.account.id) }
  }

  /// Reads a form of somebody who is signed in, likewise.
  func change(
    _ request: Request,
    _ context: ServiceContext,
    issuesSecret: Bool = false
  ) async throws -> Change? {
    guard let sent = try await sent(request, context, issuesSecret: issuesSecret) else {
      return nil
    }
    guard let active = sent.active else { throw SessionError.notSignedIn }
    return Change(form: sent.form, useCases: sent.useCases, active: active)
  }
}
#endif
