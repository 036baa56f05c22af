public import MonikerDomain

/// A source of photos that are patterns, drawn from their IDs without a network.
///
/// The ID of a photo is its seed: 8 characters of Crockford's base 32 alphabet in lower case, which has
/// no look-alikes. There are 2^40 IDs. Only this form is an ID: otherwise one photo would have several.
/// The drawing of an ID never changes, and different IDs have different drawings. One in 2^32 IDs has no
/// cell that is set, so that its colour does not show.
public struct GeneratedPhotoSource: PhotoSource {
  private let random: @Sendable () -> UInt64

  /// Creates the source.
  ///
  /// - Parameter random: returns random numbers, whose 40 low bits become IDs.
  public init(random: @escaping @Sendable () -> UInt64) {
    self.random = random
  }

  /// Returns patterns at random, with different IDs.
  ///
  /// A random number whose ID was returned already counts as the next one that was not, so the call ends
  /// with any source of random numbers.
  public func photos(_ count: PhotoCount) async throws(PhotoError) -> [Photo] {
    var seeds: Set<PhotoSeed> = []
    return (0..<count.value).map { _ in
      var seed = PhotoSeed(random())
      while !seeds.insert(seed).inserted { seed = seed.next }
      return Photo(seed)
    }
  }

  /// Returns the pattern of an ID.
  ///
  /// - Throws: `PhotoError.noSuchPhoto` for an ID that this source does not give, such as one in
  ///   upper case.
  public func photo(_ id: PhotoID) async throws(PhotoError) -> Photo {
    guard let seed = PhotoSeed(id) else { throw .noSuchPhoto(id.description) }
    return Photo(seed)
  }

  /// Does nothing: this source does not want to know.
  public func choose(_ photo: Photo) async throws(PhotoError) {}
}

extension Photo {
  fileprivate init(_ seed: PhotoSeed) {
    let pattern = Pattern(seed)
    self.init(
      picture: Picture(id: seed.id, text: "A pattern in \(pattern.colorName)"),
      drawing: pattern.drawing
    )
  }
}
