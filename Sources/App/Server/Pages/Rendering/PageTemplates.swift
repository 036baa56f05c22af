#if Server
import Mustache

/// The templates of the pages, which are parsed once.
struct PageTemplates: Sendable {
  /// Those of the program; they are in its executable, and a test renders each.
  static let standard: PageTemplates = {
    do {
      return try PageTemplates()
    } catch {
      preconditionFailure("a template of the program is not one: \(error)")
    }
  }()

  /// The content of a page, which a template of the same name renders.
  ///
  /// The templates read the stored properties by their names. A property that is nil is looked for further out, so no
  /// property of a list's entry has the name of one of its page.
  protocol Content: Sendable {
    /// The name of the template.
    static var template: String { get }
  }

  private let library: MustacheLibrary

  private init() throws {
    MustacheContentTypes.register(HTMLText(), named: HTMLText.name)
    var library = MustacheLibrary()
    for (name, text) in PackageResources.templates {
      // The last line feed of a file would be a space behind a part of a sentence.
      let text = String(
        decoding: text.last == UInt8(ascii: "\n") ? text.dropLast() : text,
        as: UTF8.self
      )
      try library.register(HTMLText.pragma + text, named: name)
    }
    self.library = library
  }

  /// Renders the content of a page, and the page around it.
  ///
  /// - Parameters:
  ///   - content: what is in the element `main`.
  ///   - frame: the rest of the page; its content is set.
  func page(_ content: some Content, in frame: PageFrame) -> String {
    var frame = frame
    frame.content = rendered(content, type(of: content).template)
    return rendered(frame, "frame")
  }

  private func rendered(_ values: Any, _ name: String) -> String {
    guard let text = library.render(values, withTemplate: name) else {
      preconditionFailure("there is no template \(name)")
    }
    return text
  }
}
#endif
