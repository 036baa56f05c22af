#if Server
import Hummingbird
import HummingbirdCore
import MonikerDomain

/// A new recovery key, which a browser shows until the person says that they have kept it.
///
/// The browser keeps it in a cookie that no script can read, for as long as the request that has issued it could be
/// repeated: a page that is loaded again still shows it. The service keeps its digest alone.
struct ShownKey: Sendable {
  /// The account.
  let account: AccountID

  /// The key.
  let key: Secret

  init(_ key: Secret, of account: AccountID) {
    (self.account, self.key) = (account, key)
  }

  fileprivate init?(_ text: String) {
    let parts = text.split(separator: ".").map(String.init)
    guard parts.count == 2, let account = AccountID(parts[0]),
      let key = Secret(.recoveryKey, typed: parts[1])
    else { return nil }
    (self.account, self.key) = (account, key)
  }
}

extension Pages {
  private var keyCookie: String { parts.access.cookieName + "-key" }

  /// The new recovery key of an account that the browser still shows; nil for none.
  func shownKey(of account: AccountID, by request: Request) -> ShownKey? {
    guard let shown = request.cookies[keyCookie].flatMap({ ShownKey($0.value) }),
      shown.account == account
    else { return nil }
    return shown
  }

  /// Leads a browser to the page that shows a new recovery key.
  func redirect(toShow shown: ShownKey, saying notice: PageNotice? = nil) -> Response {
    var response = redirect(to: .recoveryKey, saying: notice)
    let seconds = Int(RepeatableRequest.lifetime.components.seconds)
    let text = "\(shown.account).\(shown.key.text)"
    response.setCookie(parts.access.cookie(keyCookie, text, maxAge: seconds))
    return response
  }

  /// Makes a browser forget a recovery key.
  func dropKey(_ response: inout Response) {
    response.setCookie(parts.access.cookie(keyCookie, "", maxAge: 0))
  }
}
#endif
