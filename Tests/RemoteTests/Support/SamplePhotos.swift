#if Server
import MonikerDomain

@testable import MonikerContract

/// A source with the photos of the contract's pictures.
struct SamplePhotos: PhotoSource {
  func photos(_ count: PhotoCount) async throws(PhotoError) -> [Photo] { [] }

  func photo(_ id: PhotoID) async throws(PhotoError) -> Photo {
    let number = id.description.split(separator: "-").last?.split(separator: "_").first
    guard let picture = number.flatMap({ Int($0) }).flatMap(Sample.picture), picture.id == id
    else { throw .noSuchPhoto(id.description) }
    return Photo(picture: picture)
  }

  func choose(_ photo: Photo) async throws(PhotoError) {}
}
#endif
