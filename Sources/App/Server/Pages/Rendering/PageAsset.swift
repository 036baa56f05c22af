#if Server
import Crypto

/// A file that the pages load from the service.
struct PageAsset: Sendable {
  /// The style sheet.
  static let style = PageAsset("page.css", "text/css; charset=utf-8", PackageResources.page_css)

  /// The script.
  static let script = PageAsset(
    "page.js",
    "text/javascript; charset=utf-8",
    PackageResources.page_js
  )

  /// The name below `/assets`.
  let name: String

  /// The media type.
  let type: String

  /// The content.
  let bytes: [UInt8]

  /// A part of the content's digest, which changes with the content.
  let version: String

  private init(_ name: String, _ type: String, _ bytes: [UInt8]) {
    (self.name, self.type, self.bytes) = (name, type, bytes)
    version = SHA256.hash(data: bytes).hexadecimal(8)
  }

  /// The address, which is another one for another content.
  var address: String { "/assets/\(name)?v=\(version)" }

  /// The entity tag.
  var entityTag: String { "\"\(version)\"" }
}
#endif
