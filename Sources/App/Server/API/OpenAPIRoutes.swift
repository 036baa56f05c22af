#if Server
import Crypto
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// The description of the operations, for programs that make clients and tests of it.
struct OpenAPIRoutes {
  /// The digest of the document.
  private static let entityTag: String = {
    let digest = SHA256.hash(data: Array(OpenAPIDocument.text.utf8))
    return "\"\(digest.hexadecimal(8))\""
  }()

  /// Adds the operation.
  func add(to router: Router<ServiceContext>) {
    router.get("openapi.json") { request, _ in
      // It changes with the version of the service: a cache asks whether it has.
      let headers: HTTPFields = [.eTag: Self.entityTag, .cacheControl: "no-cache"]
      guard !request.isCurrent(Self.entityTag) else {
        return Response(status: .notModified, headers: headers)
      }
      var response = Response(
        status: .ok,
        headers: headers,
        body: ResponseBody(byteBuffer: ByteBuffer(string: OpenAPIDocument.text))
      )
      response.headers[.contentType] = "application/json"
      return response
    }
  }
}
#endif
