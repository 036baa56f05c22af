/// The view of the form: has the fields, and tells its delegate what the person asks for.
///
/// It knows nothing of the data: where a profile comes from, what is allowed, and what was saved.
@MainActor
public protocol ProfileView: AnyObject {
  /// The delegate, to which the view keeps a weak reference: the delegate owns the view.
  var delegate: (any ProfileViewDelegate)? { get set }

  /// The fields of the form.
  var fields: ProfileFields { get set }

  /// Shows a profile, or that it was saved.
  func show(_ outcome: ProfileOutcome)

  /// Shows why a request failed; the fields stay as the person has left them.
  ///
  /// After a conflict, each further save is refused until the stored profile is loaded, which replaces the
  /// fields. The problem has both texts.
  func show(_ problem: Problem)
}

/// The delegate of the form: carries out what the person asks for.
@MainActor
public protocol ProfileViewDelegate: AnyObject {
  /// The person asks for the stored profile, which replaces the content of the fields.
  func profileViewDidAskToLoad(_ view: any ProfileView) async

  /// The person asks to save the fields.
  func profileViewDidAskToSave(_ view: any ProfileView) async

  /// The person has chosen a photo as the picture, which replaces the one in the fields.
  ///
  /// - Parameters:
  ///   - view: the form.
  ///   - photo: the ID of the photo, as the person typed it.
  func profileView(_ view: any ProfileView, didChoose photo: String) async
}
