import MonikerDomain
import MonikerPresentation

/// The text that a person edits: the title in the first line, an empty line, and the description; below a
/// line of its own an explanation, which is ignored.
struct ProfileTemplate {
  private let before: ProfileFields

  init(_ fields: ProfileFields) {
    before = fields
  }

  private static let end = "# ---- Everything from this line on is ignored. ----"

  /// The text at the beginning.
  var text: String {
    """
    \(before.title)

    \(before.description)
    \(Self.end)
    \(Self.explanation)

    """
  }

  private static let explanation = """
    # The first line is the title, with at most \(ProfileContent.maximumTitleCharacters) characters.
    # Below an empty line follows the description, with at most \
    \(ProfileContent.maximumDescriptionCharacters) characters.
    # If the text is left as it is, or empty, nothing is changed.
    """

  /// The fields in an edited text, with the picture that was there.
  ///
  /// - Returns: nil for a text without a title and a description, where there was one.
  func fields(in edited: String) -> ProfileFields? {
    let lines = edited.split(
      omittingEmptySubsequences: false,
      whereSeparator: { $0 == "\n" || $0 == "\r\n" }
    )
    // A description may contain the line, too.
    let own = lines[..<(lines.lastIndex { $0 == Self.end } ?? Self.startOfExplanation(in: lines))]
    var fields = before
    fields.title = own.first.map(String.init) ?? ""
    fields.description = own.dropFirst().joined(separator: "\n")
    let isEmpty = own.allSatisfy { $0.allSatisfy(\.isWhitespace) }
    let wasEmpty = before.title.isEmpty && before.description.isEmpty
    return isEmpty && !wasEmpty ? nil : fields
  }

  /// The index of the first line of the explanation at the end of a text whose line of its own was
  /// deleted or changed; the end index without an explanation.
  private static func startOfExplanation(in lines: [Substring]) -> Int {
    let ignored = Set(explanation.split(separator: "\n"))
    let last = lines.lastIndex { !$0.isEmpty && !ignored.contains($0) } ?? -1
    let isExplained = lines[(last + 1)...].contains { ignored.contains($0) }
    return isExplained ? last + 1 : lines.endIndex
  }
}
