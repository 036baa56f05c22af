#if Server
import Hummingbird

extension ServiceAccess {
  /// The cookie with a device's token (RFC 6265bis).
  func cookie(with token: Secret) -> Cookie {
    // Browsers keep a cookie for at most 400 days; the session has its own end.
    cookie(cookieName, token.text, maxAge: 400 * 86_400)
  }

  /// The cookie that makes a browser forget its token.
  var emptyCookie: Cookie { cookie(cookieName, "", maxAge: 0) }

  /// A cookie that no script can read, and that comes with requests of this service's own pages and with links
  /// to it alone.
  func cookie(_ name: String, _ value: String, maxAge: Int) -> Cookie {
    Cookie(
      name: name,
      value: value,
      maxAge: maxAge,
      path: "/",
      secure: isSecure,
      httpOnly: true,
      sameSite: .lax
    )
  }
}
#endif
