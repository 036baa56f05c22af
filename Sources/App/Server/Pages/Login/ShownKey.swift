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
}

extension Pages {
  /// Each account has a cookie: a browser may be shown the keys of several accounts.
  private func keyCookie(of account: AccountID) -> String {
    "\(parts.access.cookieName)-key-\(account)"
  }

  /// Returns the new recovery key of an account that the browser still shows.
  ///
  /// - Returns: nil for none, and for one that was replaced since.
  func shownKey(
    of account: AccountID,
    by request: Request,
    _ useCases: UseCases
  ) async throws(CredentialError) -> ShownKey? {
    guard let cookie = request.cookies[keyCookie(of: account)],
      let key = Secret(.recoveryKey, typed: cookie.value),
      try await useCases.credentials.isRecoveryKey(key.digest, of: account)
    else { return nil }
    return ShownKey(key, of: account)
  }

  /// Leads a browser to the page that shows a new recovery key.
  func redirect(toShow shown: ShownKey, saying notice: PageNotice? = nil) -> Response {
    var response = redirect(to: .recoveryKey, saying: notice)
    let seconds = Int(RepeatableRequest.lifetime.components.seconds)
    let name = keyCookie(of: shown.account)
    response.setCookie(parts.access.cookie(name, shown.key.text, maxAge: seconds))
    return response
  }

  /// Makes a browser forget the recovery key of an account.
  func dropKey(of account: AccountID, _ response: inout Response) {
    response.setCookie(parts.access.cookie(keyCookie(of: account), "", maxAge: 0))
  }
}
#endif
