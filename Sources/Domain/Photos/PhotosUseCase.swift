/// Fetches photos from a source.
public struct PhotosUseCase: Sendable {
  private let source: any PhotoSource

  /// Creates the use case over a source.
  public init(source: any PhotoSource) {
    self.source = source
  }

  /// Returns photos at random.
  ///
  /// - Parameter count: the number of photos.
  /// - Returns: that many photos, or fewer if the source has no more.
  /// - Throws: ``PhotoError/source(_:)``.
  public func fetch(_ count: PhotoCount) async throws(PhotoError) -> [Photo] {
    guard count.value > 0 else { return [] }
    return Array(try await source.photos(count).prefix(count.value))
  }

  /// Returns a photo.
  ///
  /// - Parameter typed: the ID that the person typed or chose.
  /// - Throws: ``PhotoError/noSuchPhoto(_:)``, for a text that is no ID, too; ``PhotoError/source(_:)``.
  public func photo(_ typed: String) async throws(PhotoError) -> Photo {
    guard let id = PhotoID(typed) else { throw .noSuchPhoto(typed) }
    return try await source.photo(id)
  }
}
