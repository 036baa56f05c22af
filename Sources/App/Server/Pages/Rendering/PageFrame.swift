#if Server
/// What every page has around its content.
struct PageFrame: Sendable {
  /// An entry of the navigation.
  struct Place: Sendable {
    /// The address.
    let address: String

    /// The name.
    let name: String

    /// Whether it is the page that is shown.
    let isCurrent: Bool
  }

  /// The title of the page.
  let title: String

  /// The navigation; empty if nobody is signed in.
  var places: [Place] = []

  /// The nickname of the account that is signed in; nil if nobody is.
  var holder: String?

  /// The version of what it shows; nil for a page that does not follow changes.
  var version: String?

  /// After how many seconds a browser without script loads the page again; nil for never.
  var refresh: Int?

  /// The address of the style sheet.
  let style = PageAsset.style.address

  /// The address of the script.
  let script = PageAsset.script.address

  /// The content, in HTML.
  var content = ""
}
#endif
