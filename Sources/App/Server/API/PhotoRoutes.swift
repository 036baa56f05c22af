#if Server
import Hummingbird
import HummingbirdCore
import MonikerDomain
import MonikerPresentation
import NIOCore

/// The photos that an account can choose its picture from.
struct PhotoRoutes {
  let parts: ServiceParts

  /// The number of photos without the parameter `count`: 10.
  private static let standardCount = 10

  /// Adds the operations below `/v1`.
  func add(to group: RouterGroup<ServiceContext>) {
    group.get("photos", use: fetch)
    group.get("photos/{id}", use: show)
    group.get("photos/{id}/image", use: image)
  }

  private struct PhotosDocument: Encodable {
    let photos: [PhotoDocument]
  }

  @Sendable private func fetch(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    let useCases = try context.useCases(parts)
    let text = request.uri.queryParameters["count"].map(String.init) ?? "\(Self.standardCount)"
    guard let number = Int(text) else {
      throw HTTPProblem.invalidRequest("count is a number from 0 to \(PhotoCount.maximum).")
    }
    let photos = try await useCases.photos.fetch(try PhotoCount(number))
    return try PhotosDocument(photos: photos.map(PhotoDocument.init))
      .response(.ok, request, context)
  }

  @Sendable private func show(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    try PhotoDocument(try await photo(context)).response(.ok, request, context)
  }

  /// The drawing of a photo, as an image that can run nothing.
  @Sendable private func image(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    let photo = try await photo(context)
    guard let drawing = photo.drawing else {
      throw HTTPProblem(.notFound, "noSuchResource", "The photo is not drawn by the service.")
    }
    let svg = drawing.svg(title: photo.picture.text ?? "A photo")
    return Response(
      status: .ok,
      headers: [
        .contentType: "image/svg+xml; charset=utf-8",
        .contentSecurityPolicy: "default-src 'none'; style-src 'none'; sandbox",
        // The drawing of an ID never changes.
        .cacheControl: "private, max-age=31536000, immutable",
      ],
      body: ResponseBody(byteBuffer: ByteBuffer(string: svg))
    )
  }

  private func photo(_ context: ServiceContext) async throws -> Photo {
    try await context.useCases(parts).photos.photo(try Request.parameter("id", context))
  }
}
#endif
