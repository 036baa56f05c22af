/// The port to a source of photos.
public protocol PhotoSource: Sendable {
  /// Returns photos at random.
  ///
  /// - Parameter count: the number of photos; 0 asks the source for nothing.
  /// - Returns: that many photos with different IDs, or fewer if the source has no more.
  /// - Throws: ``PhotoError/source(_:)``. A failure never looks like the absence of photos.
  func photos(_ count: PhotoCount) async throws(PhotoError) -> [Photo]

  /// Returns the photo with an ID.
  ///
  /// - Throws: ``PhotoError/noSuchPhoto(_:)``; ``PhotoError/source(_:)``.
  func photo(_ id: PhotoID) async throws(PhotoError) -> Photo

  /// Tells the source that a photo was chosen, if it wants to know.
  ///
  /// - Parameter photo: a photo of this source.
  /// - Throws: ``PhotoError/source(_:)``.
  func choose(_ photo: Photo) async throws(PhotoError)
}
