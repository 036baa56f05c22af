/// What an account says about itself: a title, a description and a picture.
///
/// Texts that a person types become Normalization Form C, so that one text has one form. No text contains
/// control characters but the line feeds of the description.
public struct ProfileContent: Hashable, Sendable {
  /// The maximum number of characters (extended grapheme clusters) of the title: 100.
  public static let maximumTitleCharacters = 100

  /// The maximum number of bytes of the title in UTF-8: 1,000.
  public static let maximumTitleBytes = 1_000

  /// The maximum number of characters of the description: 2,000.
  public static let maximumDescriptionCharacters = 2_000

  /// The maximum number of bytes of the description in UTF-8: 20,000.
  public static let maximumDescriptionBytes = 20_000

  /// Nothing at all.
  public static let empty = ProfileContent()

  /// The title, one line; empty if there is none.
  public let title: String

  /// The description, several lines that line feeds separate; empty if there is none.
  public let description: String

  /// The picture; nil if there is none.
  public let picture: Picture?

  /// Creates the value from texts that a person typed.
  ///
  /// White space at both ends of a text is dropped. In the description, a carriage return with or without
  /// a line feed counts as a line feed, because forms on web pages and editors of other systems end lines
  /// so.
  ///
  /// - Parameters:
  ///   - title: see ``title``.
  ///   - description: see ``description``.
  ///   - picture: see ``picture``.
  ///   - edited: the content that was edited; a text that equals the one there stays, whatever its
  ///     length: an imported text can have more characters than one that is typed.
  /// - Throws: ``ProfileRejection`` for a text that is too long or contains a character that is not
  ///   allowed.
  public init(
    title: String,
    description: String,
    picture: Picture?,
    over edited: ProfileContent = .empty
  ) throws(ProfileRejection) {
    self.title = try ProfileText.title.accepted(title, over: edited.title)
    self.description = try ProfileText.description.accepted(description, over: edited.description)
    self.picture = picture
  }

  /// Creates the value from texts that a store kept.
  ///
  /// The number of characters is not checked: it depends on the version of Unicode.
  ///
  /// - Returns: nil for texts that no store can keep.
  package init?(storedTitle title: String, description: String, picture: Picture?) {
    guard ProfileText.title.isStorable(title), ProfileText.description.isStorable(description)
    else { return nil }
    self.title = title
    self.description = description
    self.picture = picture
  }

  private init() {
    title = ""
    description = ""
    picture = nil
  }

  private init(_ content: ProfileContent, picture: Picture?) {
    title = content.title
    description = content.description
    self.picture = picture
  }

  /// Whether there is neither a text nor a picture.
  public var isEmpty: Bool { title.isEmpty && description.isEmpty && picture == nil }

  /// Returns the same texts with another picture.
  public func with(_ picture: Picture?) -> ProfileContent {
    ProfileContent(self, picture: picture)
  }
}

/// The rules of one of the texts.
private struct ProfileText {
  let field: ProfileRejection.Field
  let maximumCharacters: Int
  let maximumBytes: Int
  let hasLines: Bool

  static let title = ProfileText(
    field: .title,
    maximumCharacters: ProfileContent.maximumTitleCharacters,
    maximumBytes: ProfileContent.maximumTitleBytes,
    hasLines: false
  )

  static let description = ProfileText(
    field: .description,
    maximumCharacters: ProfileContent.maximumDescriptionCharacters,
    maximumBytes: ProfileContent.maximumDescriptionBytes,
    hasLines: true
  )

  func isStorable(_ text: String) -> Bool {
    text.utf8.count <= maximumBytes && text.unicodeScalars.allSatisfy(isAllowed)
  }

  private func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isStorable || hasLines && scalar == "\n"
  }

  func accepted(_ typed: String, over edited: String) throws(ProfileRejection) -> String {
    // Few texts shrink to a quarter: one beyond this limit is not worth the time to normalize it.
    guard typed.utf8.count <= 4 * maximumBytes else {
      throw ProfileRejection(field, .tooManyBytes(typed.utf8.count, limit: maximumBytes))
    }
    let lines = hasLines ? Self.withLineFeeds(typed) : typed
    let dropped = OuterWhiteSpace.dropped(from: lines)
    // An imported text can begin or end with white space.
    guard dropped.text != OuterWhiteSpace.dropped(from: edited).text else { return edited }
    try refuseDisallowed(in: dropped.text, behind: lines.unicodeScalars.prefix(dropped.leading))
    let text = NormalizationFormC.normalized(String(dropped.text))
    guard text.utf8.count <= maximumBytes else {
      throw ProfileRejection(field, .tooManyBytes(text.utf8.count, limit: maximumBytes))
    }
    guard text.count <= maximumCharacters else {
      throw ProfileRejection(field, .tooManyCharacters(text.count, limit: maximumCharacters))
    }
    return text
  }

  private func refuseDisallowed(
    in text: Substring,
    behind leading: Substring.UnicodeScalarView
  ) throws(ProfileRejection) {
    var (line, column) = (1, 1)
    func advance(_ scalar: Unicode.Scalar) {
      (line, column) = scalar == "\n" ? (line + 1, 1) : (line, column + 1)
    }
    for scalar in leading { advance(scalar) }
    for scalar in text.unicodeScalars {
      guard isAllowed(scalar) else {
        throw ProfileRejection(field, .disallowed(scalar, line: line, column: column))
      }
      advance(scalar)
    }
  }

  private static func withLineFeeds(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "\r")) else { return text }
    var scalars = String.UnicodeScalarView()
    var isBehindReturn = false
    for scalar in text.unicodeScalars {
      if scalar == "\r" {
        scalars.append("\n")
      } else if scalar != "\n" || !isBehindReturn {
        scalars.append(scalar)
      }
      isBehindReturn = scalar == "\r"
    }
    return String(scalars)
  }
}
