public import MonikerDomain

/// The fields of the form, as a person has typed and chosen them.
public struct ProfileFields: Hashable, Sendable {
  /// The title.
  public var title: String

  /// The description, which may have several lines.
  public var description: String

  /// The picture; nil for none.
  public var picture: Picture?

  /// Makes the value; without arguments, an empty form.
  public init(title: String = "", description: String = "", picture: Picture? = nil) {
    self.title = title
    self.description = description
    self.picture = picture
  }

  /// The content of a profile as the form shows it.
  public init(_ content: ProfileContent) {
    self.init(title: content.title, description: content.description, picture: content.picture)
  }
}
