#if Server
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// The style sheet and the script of the pages.
struct AssetRoutes {
  /// Adds the routes below `/assets`.
  func add(to router: Router<ServiceContext>) {
    for asset in [PageAsset.style, .script] {
      router.get(RouterPath("assets/\(asset.name)")) { request, _ in
        let isCurrent = request.uri.queryParameters["v"].map { $0 == asset.version } ?? false
        let headers: HTTPFields = [
          .eTag: asset.entityTag,
          // An address with a version has one content for ever.
          .cacheControl: isCurrent ? "public, max-age=31536000, immutable" : "no-cache",
        ]
        guard !request.isCurrent(asset.entityTag) else {
          return Response(status: .notModified, headers: headers)
        }
        var response = Response(
          status: .ok,
          headers: headers,
          body: ResponseBody(byteBuffer: ByteBuffer(bytes: asset.bytes))
        )
        response.headers[.contentType] = asset.type
        return response
      }
    }
  }
}
#endif
