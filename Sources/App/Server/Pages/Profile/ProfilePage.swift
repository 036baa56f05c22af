#if Server
import MonikerPresentation

/// The page with the form of the profile.
struct ProfilePage: PageTemplates.Content {
  static let template = "profile"

  /// A profile that somebody else has saved meanwhile.
  struct Stored: Sendable {
    /// The title.
    let storedTitle: String

    /// The description.
    let storedDescription: String
  }

  /// What has happened before.
  var notice: String?

  /// The title in the form.
  let title: String

  /// The description in the form.
  let description: String

  /// The ID of the picture; nil if there is none.
  let picture: String?

  /// The address of the picture's image; nil if it has none.
  let image: String?

  /// What the picture shows.
  let pictureText: String?

  /// Who has made the picture.
  let credit: PhotoCredit?

  /// What is wrong with the title.
  var titleProblem: String?

  /// What is wrong with the description.
  var descriptionProblem: String?

  /// The profile that was saved meanwhile; nil unless there was one.
  var stored: Stored?

  /// What the form is based on.
  let edition: String

  /// The form.
  let ticket: PageTicket

  init(_ fields: ProfileFields, edition: String, _ ticket: PageTicket) {
    (title, description) = (fields.title, fields.description)
    let found = fields.picture.map(PictureView.init)
    (picture, image) = (found?.id, found?.image)
    (pictureText, credit) = (found?.text, found?.credit)
    self.edition = edition
    self.ticket = ticket
  }
}
#endif
