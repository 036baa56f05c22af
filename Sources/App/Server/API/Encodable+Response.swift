#if Server
import HTTPTypes
import Hummingbird
import HummingbirdCore
import MonikerDomain
import MonikerPresentation
import NIOCore

extension Encodable {
  /// Makes a response with the value as JSON.
  func response(
    _ status: HTTPResponse.Status,
    _ request: Request,
    _ context: ServiceContext
  ) throws -> Response {
    var response = try context.responseEncoder.encode(self, from: request, context: context)
    response.status = status
    return response
  }
}

extension SessionDocument {
  /// The response with the session.
  var response: Response {
    Response(
      status: .ok,
      headers: [.contentType: "application/json; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: json))
    )
  }
}

/// Where a new token goes.
enum TokenPlace: String, Decodable {
  /// Into the body, for programs.
  case body

  /// Into a cookie that no script can read, for browsers.
  case cookie
}
#endif
