#if Server
public import MonikerDomain

/// The photos that a service offers: its own source, whose key this device does not have.
public struct RemotePhotoSource: PhotoSource {
  private let repository: RemoteRepository
  private let drawn: any PhotoSource

  /// Creates the value.
  ///
  /// - Parameters:
  ///   - repository: the store of the service.
  ///   - drawn: draws a photo from its ID, as a service does whose photos have no address.
  public init(of repository: RemoteRepository, drawnBy drawn: any PhotoSource) {
    self.repository = repository
    self.drawn = drawn
  }

  /// Asks the service for photos at random.
  public func photos(_ count: PhotoCount) async throws(PhotoError) -> [Photo] {
    guard count.value > 0 else { return [] }
    let answer = try await answer(
      to: RemoteCall(get: "photos", query: [("count", "\(count.value)")]),
      for: PhotosAnswer.self
    )
    var photos: [Photo] = []
    for found in answer.photos { photos.append(try await photo(found)) }
    return photos
  }

  /// Asks the service for the photo with an ID.
  public func photo(_ id: PhotoID) async throws(PhotoError) -> Photo {
    let call = RemoteCall(get: "photos", id.description)
    return try await photo(try await answer(to: call, for: PhotoAnswer.self, about: id))
  }

  /// Does nothing: the service tells its source itself when a profile is saved.
  public func choose(_ photo: Photo) async throws(PhotoError) {}

  private func photo(_ answer: PhotoAnswer) async throws(PhotoError) -> Photo {
    answer.isDrawn ? try await drawn.photo(answer.photo.id) : answer.photo
  }

  private func answer<Answer: Decodable & Sendable>(
    to call: RemoteCall,
    for type: Answer.Type,
    about id: PhotoID? = nil
  ) async throws(PhotoError) -> Answer {
    do {
      return try await repository.client.send(call, for: type)
    } catch {
      switch error {
      case .problem(let problem) where problem.code == "noSuchPhoto":
        throw .noSuchPhoto(id?.description ?? "")
      case .problem(let problem) where problem.status == 401:
        throw .source(
          PhotoSourceFailure(
            .permissionDenied,
            of: repository.address.description,
            detail: "this device is not signed in"
          )
        )
      case .problem(let problem):
        let reason: PhotoSourceFailure.Reason = problem.status == 429 ? .rateLimited : .unavailable
        throw failure(problem.failure(of: repository.address), reason)
      case .failed(let found): throw failure(found, .unreachable)
      }
    }
  }

  private func failure(
    _ failure: StoreFailure,
    _ reason: PhotoSourceFailure.Reason
  ) -> PhotoError {
    .source(
      PhotoSourceFailure(
        failure.reason == .permissionDenied ? .permissionDenied : reason,
        of: repository.address.description,
        detail: failure.detail
      )
    )
  }
}
#endif
