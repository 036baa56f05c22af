public import MonikerDomain

extension Problem {
  /// Describes a failure with photos.
  public init(_ error: PhotoError) {
    switch error {
    case .count:
      self.init(.usage, error.description)
    case .noSuchPhoto, .noPhoto:
      self.init(.noSuchPhoto, error.description, .listPhotos)
    case .source(let failure) where failure.reason == .permissionDenied:
      self.init(.permissionDenied, failure.description)
    case .source(let failure):
      self.init(.photoSourceFailed, failure.description + Self.next(after: failure.reason))
    }
  }

  private static func next(after reason: PhotoSourceFailure.Reason) -> String {
    switch reason {
    case .unreachable, .timedOut, .unavailable: " Try again."
    case .rateLimited: " Try again later."
    case .unauthorized: " Check the key."
    case .permissionDenied, .malformed: ""
    }
  }
}
