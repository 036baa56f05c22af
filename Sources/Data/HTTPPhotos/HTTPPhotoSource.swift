#if Server
public import MonikerDomain
package import NIOSSL

/// A photo source over HTTP, with the interface of the Unsplash API.
///
/// It calls `GET /photos/random?count=N`, `GET /photos/ID`, and the address that a photo gives to be
/// called when it is chosen. The key is sent to the address of the API and to no other: redirects are
/// not followed, and a photo whose download address is elsewhere is malformed. Certificates are
/// verified, and no proxy is used. Task cancellation ends a call at once.
///
/// Its connections are closed when the last copy of the value is gone.
public struct HTTPPhotoSource: PhotoSource {
  /// The maximum of both time limits: an hour.
  public static let maximumTimeout = Duration.seconds(3_600)

  private let name: String
  private let api: PhotoAPIAddress
  private let client: PhotoAPIClient

  /// Creates the value; no connection is made before the first call.
  ///
  /// - Parameters:
  ///   - name: the name of the source, which is shown beside its photos and in errors: 1 to 1,000 bytes
  ///     that can be shown in a line.
  ///   - address: the address of the API, such as `https://api.unsplash.com`: a URL (RFC 3986) without a
  ///     user, a query and a fragment. The hosts `127.0.0.1`, `[::1]` and `localhost` may have the scheme
  ///     `http`, any other has `https`.
  ///   - key: the key of the API.
  ///   - timeout: the time for a whole call, of which connecting is a part: more than 0, at most
  ///     ``maximumTimeout``.
  ///   - connectTimeout: the time for making a connection, with the TLS handshake: as for `timeout`.
  /// - Throws: ``PhotoAPISettingError`` for a setting that is not one of these.
  public init(
    name: String,
    address: String,
    key: PhotoAPIKey,
    timeout: Duration = .seconds(10),
    connectTimeout: Duration = .seconds(5)
  ) throws(PhotoAPISettingError) {
    try self.init(
      name: name,
      address: address,
      key: key,
      timeout: timeout,
      connectTimeout: connectTimeout,
      trustRoots: nil
    )
  }

  /// Creates the value with authorities of its own.
  ///
  /// - Parameter trustRoots: the certificates that are trusted; nil for those of the system.
  package init(
    name: String,
    address: String,
    key: PhotoAPIKey,
    timeout: Duration = .seconds(10),
    connectTimeout: Duration = .seconds(5),
    trustRoots: [NIOSSLCertificate]?
  ) throws(PhotoAPISettingError) {
    guard Attribution(author: name, address: nil, source: name) != nil else { throw .name }
    for limit in [timeout, connectTimeout] where limit <= .zero || limit > Self.maximumTimeout {
      throw .timeout
    }
    self.name = name
    api = try PhotoAPIAddress(address)
    client = PhotoAPIClient(
      key: key,
      timeout: timeout,
      connectTimeout: connectTimeout,
      trustRoots: trustRoots
    )
  }

  /// Returns photos at random.
  ///
  /// - Parameter count: the number of photos; 0 asks the API for nothing.
  /// - Returns: at most that many photos with different IDs.
  /// - Throws: `PhotoError.source(_:)`, also if one of the photos is malformed.
  public func photos(_ count: PhotoCount) async throws(PhotoError) -> [Photo] {
    guard count.value > 0 else { return [] }
    let answer = try await get("\(api.text)/photos/random?count=\(count.value)")
    try check(answer)
    do throws(PhotoAnswer.Malformed) {
      var ids: Set<PhotoID> = []
      return try PhotoAnswer.decode([PhotoAnswer].self, from: answer.content)
        .map { described throws(PhotoAnswer.Malformed) in
          try described.photo(from: name, api: api)
        }
        .prefix(count.value).filter { ids.insert($0.id).inserted }
    } catch {
      throw failure(.malformed, error.detail)
    }
  }

  /// Returns the photo with an ID.
  ///
  /// - Throws: `PhotoError.noSuchPhoto(_:)` if the API answers with the status 404;
  ///   `PhotoError.source(_:)`, also if the photo is malformed or has another ID.
  public func photo(_ id: PhotoID) async throws(PhotoError) -> Photo {
    let answer = try await get("\(api.text)/photos/\(id)")
    guard answer.status != 404 else { throw .noSuchPhoto(id.description) }
    try check(answer)
    do throws(PhotoAnswer.Malformed) {
      let photo = try PhotoAnswer.decode(PhotoAnswer.self, from: answer.content)
        .photo(from: name, api: api)
      guard photo.id == id else { throw PhotoAnswer.Malformed("the answer is another photo") }
      return photo
    } catch {
      throw failure(.malformed, error.detail)
    }
  }

  /// Tells the API that a photo was chosen, as its terms demand.
  ///
  /// - Parameter photo: a photo of this source; nothing is sent for a photo without a download address.
  /// - Throws: `PhotoError.source(_:)`, also if the download address is not one of the API; then nothing
  ///   is sent.
  public func choose(_ photo: Photo) async throws(PhotoError) {
    guard let address = photo.downloadAddress else { return }
    guard let text = api.text(of: address) else {
      throw failure(.malformed, "the download address of \(photo.id) is not one of \(api.text)")
    }
    try check(try await get(text))
  }

  private func get(_ address: String) async throws(PhotoError) -> PhotoAPIClient.Answer {
    do {
      return try await client.get(address)
    } catch {
      throw failure(error.reason, "\(error.detail) (\(api.text))")
    }
  }

  /// Throws unless the status is that of a success.
  ///
  /// 429 is the status of RFC 6585 for too many requests; the Unsplash API has 403 for these, with a
  /// header that says how many are left.
  private func check(_ answer: PhotoAPIClient.Answer) throws(PhotoError) {
    let status = "status \(answer.status)"
    switch answer.status {
    case 200...299:
      return
    case 300...399:
      throw failure(.malformed, "a redirect, which is not followed because of the key (\(status))")
    case 429:
      throw failure(.rateLimited, status)
    case 403 where answer.isLimitReached:
      throw failure(.rateLimited, status)
    case 401, 403:
      throw failure(.unauthorized, status)
    default:
      throw failure(.unavailable, status)
    }
  }

  private func failure(_ reason: PhotoSourceFailure.Reason, _ detail: String) -> PhotoError {
    .source(PhotoSourceFailure(reason, of: name, detail: detail))
  }
}
#endif
