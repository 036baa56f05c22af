#if Server
import MonikerDomain
import MonikerHTTPPhotos
import Testing

/// The three calls of a photo source.
enum Call: CaseIterable {
  case random
  case one
  case choice

  /// Makes the call to a source whose API is on this port.
  func make(to source: HTTPPhotoSource, port: Int) async throws {
    let id = try #require(PhotoID("cat-1"))
    switch self {
    case .random:
      _ = try await source.photos(try PhotoCount(2))
    case .one:
      _ = try await source.photo(id)
    case .choice:
      let address = try #require(WebAddress("https://127.0.0.1:\(port)/photos/cat-1/download"))
      try await source.choose(Photo(picture: Picture(id: id), downloadAddress: address))
    }
  }

  /// Makes the call and returns its failure, in which the key must not be.
  func failure(of source: HTTPPhotoSource, port: Int) async throws -> PhotoSourceFailure {
    try await sourceFailure { try await make(to: source, port: port) }
  }
}

/// The key that the tests send.
let secret = "s3cret-KEY_that~nothing.shows"

/// The failure of a source, in which the key must not be.
func sourceFailure(_ call: () async throws -> Void) async throws -> PhotoSourceFailure {
  let error = try #require(await #expect(throws: PhotoError.self) { try await call() })
  var texts = ["\(error)", String(reflecting: error), ""]
  dump(error, to: &texts[2])
  for text in texts { #expect(!text.contains(secret)) }
  guard case .source(let failure) = error else {
    Issue.record("\(error) is no failure of the source.")
    throw error
  }
  return failure
}

/// A source whose API is a server of the test.
func source(
  at address: String,
  timeout: Duration = .seconds(3_600),
  connectTimeout: Duration = .seconds(3_600)
) throws -> HTTPPhotoSource {
  try HTTPPhotoSource(
    name: "Photos",
    address: address,
    key: PhotoAPIKey(secret),
    timeout: timeout,
    connectTimeout: connectTimeout
  )
}
#endif
