extension ProfileError: CustomStringConvertible {
  /// Whole sentences that say what happened, and to what.
  public var description: String {
    switch self {
    case .rejected(let rejection): rejection.description
    case .notSignedIn: "Nobody is signed in."
    case .signedOut(let account): "\(account.nickname.text.visible) is no longer signed in here."
    case .sessionEnded(let active): active.endSentence()
    case .conflict:
      "Somebody else has changed the profile since it was read. Nothing was overwritten."
    case .photo(let error): error.description
    case .store(let failure): failure.description
    }
  }
}

extension ProfileRejection: CustomStringConvertible {
  /// A sentence that says which rule the text breaks, and where.
  public var description: String {
    switch reason {
    case .disallowed(let scalar, let line, let column):
      let place =
        field == .title ? "at character \(column)" : "in line \(line), at character \(column)"
      return scalar == "\n"
        ? "The title has several lines; it must be one line."
        : "The \(field.rawValue) contains U+\(scalar.hexadecimal) \(place), which cannot be shown in a "
          + "line of text."
    case .tooManyCharacters(let count, let limit):
      return "The \(field.rawValue) has \(count) characters; at most \(limit) are allowed."
    case .tooManyBytes(let count, let limit):
      return "The \(field.rawValue) has \(count) bytes; at most \(limit) are allowed."
    }
  }
}
