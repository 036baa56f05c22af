#if Server
import HTTPTypes
import Hummingbird
import HummingbirdCore

/// Refuses methods that the service does not know, at every address (RFC 9110, section 15.6.2).
enum MethodRules {
  /// The methods that the service knows; an address takes some of them.
  static let known: Set<HTTPRequest.Method> = {
    let standard: [HTTPRequest.Method] = [
      .get, .head, .post, .put, .patch, .delete, .options, .trace,
    ]
    return Set(standard + [HTTPRequest.Method("QUERY")].compactMap(\.self))
  }()

  static func admit(_ request: Request) throws(HTTPProblem) {
    guard known.contains(request.method) else {
      throw HTTPProblem(
        .notImplemented,
        "unknownMethod",
        "The service does not know the method of the request."
      )
    }
  }
}
#endif
