import Foundation
import FoundationXML
import MonikerDomain
import MonikerPresentation
import Testing

@Suite struct `A drawing as SVG` {
  /// What an XML parser reads of a document.
  private final class Reader: NSObject, XMLParserDelegate {
    var elements: [(name: String, attributes: [String: String])] = []
    var text = ""

    func parser(
      _ parser: XMLParser,
      didStartElement name: String,
      namespaceURI: String?,
      qualifiedName: String?,
      attributes: [String: String]
    ) {
      elements.append((name, attributes))
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
      text += string
    }
  }

  private let white = Drawing.Color(red: 255, green: 255, blue: 255)
  private let green = Drawing.Color(red: 0, green: 128, blue: 10)

  private func drawing(_ rows: String...) -> Drawing {
    Drawing(background: white, foreground: green, rows: rows.map { $0.map { $0 == "#" } })
  }

  private func read(_ svg: String) throws -> Reader {
    let reader = Reader()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = reader
    try #require(parser.parse(), "\(svg)")
    return reader
  }

  @Test func `is one text for one drawing`() {
    #expect(
      drawing("##.#", "....", "####").svg(title: "A pattern") == """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3" role="img" \
        shape-rendering="crispEdges"><title>A pattern</title>\
        <rect width="4" height="3" fill="#ffffff"/>\
        <path fill="#00800a" d="M0 0h2v1h-2zM3 0h1v1h-1zM0 2h4v1h-4z"/></svg>
        """
    )
  }

  @Test(arguments: [
    ("a", "a"), ("", ""), ("<script>&amp;</title>\"']]>", "<script>&amp;</title>\"']]>"),
    ("길동", "길동"), ("a\u{1B}\u{FFFE}", "a<U+001B><U+FFFE>"),
  ])
  func `is well-formed XML with its title`(title: String, read: String) throws {
    let reader = try self.read(drawing("#.", ".#").svg(title: title))
    #expect(reader.elements.map(\.name) == ["svg", "title", "rect", "path"])
    #expect(reader.text == read)
    #expect(reader.elements[0].attributes["viewBox"] == "0 0 2 2")
    #expect(reader.elements[0].attributes["role"] == "img")
    #expect(reader.elements[2].attributes["fill"] == "#ffffff")
    #expect(reader.elements[3].attributes["d"] == "M0 0h1v1h-1zM1 1h1v1h-1z")
  }

  @Test func `can be empty`() throws {
    #expect(try read(drawing().svg(title: "")).elements.last?.attributes["d"] == "")
    #expect(try read(drawing("", "").svg(title: "")).elements.last?.attributes["d"] == "")
    #expect(try read(drawing("..").svg(title: "")).elements.last?.attributes["d"] == "")
  }
}
