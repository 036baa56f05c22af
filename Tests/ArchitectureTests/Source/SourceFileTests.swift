import Testing

@Suite struct SourceFileTests {
  @Test(arguments: [
    ("import Foundation", "Foundation"),
    ("public import Foundation", "Foundation"),
    ("internal import Foundation", "Foundation"),
    ("@testable import Foundation", "Foundation"),
    ("@preconcurrency\npublic import Foundation", "Foundation"),
    ("@_spi(_Unicode) import Swift", "Swift"),
    ("import struct Foundation.Date", "Foundation"),
    ("import Foundation.NSDate", "Foundation"),
    ("import `Foundation`", "Foundation"),
    ("let a = 1; import Foundation", "Foundation"),
    ("import\n  Foundation", "Foundation"),
    ("import /* why */ Foundation", "Foundation"),
    ("#if canImport(Foundation)\n  import Foundation\n#endif", "Foundation"),
    ("let quotes = \"\\\"\"\nimport Foundation", "Foundation"),
    ("let pattern = #\"\"\"#\nimport Foundation", "Foundation"),
    ("/* /* */ */ import Foundation", "Foundation"),
  ])
  func `An import is found in every form`(text: String, module: String) {
    #expect(SourceFile("File.swift", text).imports.map(\.module) == [module])
  }

  @Test(arguments: [
    "// import Foundation",
    "/// import Foundation",
    "/* /* */ import Foundation */",
    "let text = \"import Foundation\"",
    "let text = #\"\" import Foundation\"#",
    "let text = \"\"\"\n  import Foundation\n  \"\"\"",
    "let important = Foundation",
    "reimport(Foundation)",
  ])
  func `Text that only resembles an import is none`(text: String) {
    #expect(SourceFile("File.swift", text).imports == [])
  }

  @Test func `An import has its line and the text before it`() {
    let file = SourceFile("File.swift", "// first\n\n@_spi(_Unicode)\n  import Swift\n")
    let expected = Import(module: "Swift", attributes: "@_spi(_Unicode)", line: 4)
    #expect(file.imports == [expected])
  }

  @Test func `A word is found whole, in code, also inside an interpolation`() {
    let text = #"""
      print(1)
      fingerprint(2)
      "print(3)"
      "\(a(print(4)))"
      // print(5)
      """#
    let file = SourceFile("File.swift", text)
    #expect(file.lines(with: "print(") == [1, 4])
  }
}
