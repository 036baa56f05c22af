extension PhotoError: CustomStringConvertible {
  /// A sentence that says what happened, and to what.
  public var description: String {
    switch self {
    case .count(let count):
      "\(count) photos cannot be fetched: the number must be from 0 to \(PhotoCount.maximum)."
    case .noSuchPhoto(""):
      "An empty text is not the ID of a photo."
    case .noSuchPhoto(let id):
      "There is no photo \(id.visible)."
    case .noPhoto:
      "There is no photo at this place of the collection."
    case .source(let failure):
      failure.description
    }
  }
}

extension PhotoSourceFailure: CustomStringConvertible {
  /// A sentence that says what happened, and to what.
  public var description: String {
    let what =
      switch reason {
      case .unreachable: "cannot be reached"
      case .timedOut: "does not answer in time"
      case .unauthorized: "refuses the key"
      case .permissionDenied: "refuses this device"
      case .rateLimited: "answers no more requests for now"
      case .unavailable: "reports an error"
      case .malformed: "gave an answer that cannot be read"
      }
    return "The photo source \(source.printable) \(what): \(detail.printable)."
  }
}
