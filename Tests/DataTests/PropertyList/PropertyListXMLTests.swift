import Foundation
import Testing

@testable import MonikerData
@testable import MonikerPropertyList

@Suite struct PropertyListXMLTests {
  private func read(_ text: String) throws -> PropertyListValue {
    try PropertyListFormat.value(from: Array(text.utf8))
  }

  @Test(
    arguments: [
      ("<string>a</string>", .string("a")),
      ("<string/>", .string("")),
      ("<string></string>", .string("")),
      ("<string > a\n</string >", .string(" a\n")),
      ("<string>&lt;&gt;&amp;&quot;&apos;</string>", .string("<>&\"'")),
      ("<string>&#65;&#x1F98A;&#x00000041;&#13;</string>", .string("A\u{1F98A}A\r")),
      ("<string>a<![CDATA[<b> & ]] ]]>c</string>", .string("a<b> & ]] c")),
      ("<string>a<!-- no -->b<?no no?>c</string>", .string("abc")),
      ("<string>a\r\nb\rc</string>", .string("a\nb\nc")),
      ("<string kind='>\"'>a</string>", .string("a")),
      ("<string>\u{FEFF}\u{FFFD}\u{85}\u{7F}</string>", .string("\u{FEFF}\u{FFFD}\u{85}\u{7F}")),
      ("<integer>2</integer>", .integer(2)),
      ("<integer> +007 </integer>", .integer(7)),
      ("<integer>0x1F</integer>", .integer(31)),
      ("<integer>-0X1f</integer>", .integer(-31)),
      ("<integer>9223372036854775807</integer>", .integer(.max)),
      ("<integer>-9223372036854775808</integer>", .integer(.min)),
      ("<integer>9223372036854775808</integer>", .unsigned(1 << 63)),
      ("<integer>18446744073709551615</integer>", .unsigned(.max)),
      ("<real>2</real>", .real(2)),
      ("<real>-0.0</real>", .real(-0.0)),
      ("<real> 1.5e+3\n</real>", .real(1500)),
      ("<real>nan</real>", .real(.nan)),
      ("<real>+infinity</real>", .real(.infinity)),
      ("<real>-infinity</real>", .real(-.infinity)),
      ("<real>inf</real>", .real(.infinity)),
      ("<true/>", .boolean(true)),
      ("<false></false>", .boolean(false)),
      ("<date>1970-01-01T00:00:00Z</date>", .date(Date(timeIntervalSince1970: 0))),
      ("<date>2000-02-29T23:59:59Z</date>", .date(Date(timeIntervalSince1970: 951_868_799))),
      ("<date>0000-01-01T00:00:00Z</date>", .date(Date(timeIntervalSince1970: -62_167_219_200))),
      ("<date>9999-12-31T23:59:59Z</date>", .date(Date(timeIntervalSince1970: 253_402_300_799))),
      ("<data>\n\tAQ ID\n</data>", .data(Data([1, 2, 3]))),
      ("<data/>", .data(Data())),
      ("<array/>", .array([])),
      ("<array> <true/><!-- - --><?a?></array>", .array([.boolean(true)])),
      ("<dict/>", .dictionary([:])),
      (
        "<dict><key>a</key> <dict><key/><true/></dict></dict>",
        .dictionary(["a": .dictionary(["": .boolean(true)])])
      ),
    ] as [(String, PropertyListValue)]
  )
  func `Every form that XML allows is read`(xml: String, expected: PropertyListValue) throws {
    #expect(try read(propertyList(xml)) == expected)
  }

  @Test(
    arguments: [
      "<plist><true/></plist>",
      "\u{FEFF}<plist><true/></plist>",
      "<?xml version='1.0' encoding='utf-8'?><plist><true/></plist>",
      "<?xml version=\"1.0\"?>\r\n<!-- > --><!DOCTYPE plist SYSTEM \"a>b\"><plist><true/></plist>",
      "<?note?>\n<plist version='1.0' >\n<true/>\n</plist >\n<!-- end -->\n",
    ])
  func `Text around the value is skipped`(xml: String) throws {
    #expect(try read(xml) == .boolean(true))
  }

  @Test
  func `A real is not read as an integer`() throws {
    #expect(try read(propertyList("<real>2</real>")) != .integer(2))
    #expect(try read(propertyList("<integer>2</integer>")) != .real(2))
    #expect(try read(propertyList("<true/>")) != .integer(1))
  }

  @Test(
    arguments: [
      "<string>a", "<string>a</key>", "<string><b/></string>", "<string>\u{1}</string>",
      "<string>\u{FFFE}</string>", "<string><![CDATA[\u{FFFF}]]></string>",
      "<string>&#0;</string>", "<string>&#x1;</string>", "<string>&#xD800;</string>",
      "<string>&#+65;</string>", "<string>&nbsp;</string>", "<string>& </string>",
      "<string>&#1114112;</string>", "<string><![CDATA[</string>", "<string><!--</string>",
      "<integer/>", "<integer>a</integer>", "<integer>-</integer>", "<integer>1 2</integer>",
      "<integer>0x</integer>", "<integer>1.0</integer>",
      "<integer>18446744073709551616</integer>", "<integer>-9223372036854775809</integer>",
      "<real/>", "<real>0x1p3</real>", "<real>1e999</real>", "<real>1,5</real>",
      "<date>2001-02-29T00:00:00Z</date>", "<date>1900-02-29T00:00:00Z</date>",
      "<date>2001-13-01T00:00:00Z</date>", "<date>2001-00-01T00:00:00Z</date>",
      "<date>2001-01-00T00:00:00Z</date>", "<date>2001-01-01T24:00:00Z</date>",
      "<date>2001-01-01T00:00:00</date>", "<date>2001-01-01T00:00:00.5Z</date>",
      "<date>2001-01-01T00:00:00Z2</date>", "<date/>",
      "<data>A</data>", "<data>A*ID</data>", "<true>1</true>", "<array>", "<array>a</array>",
      "<dict><true/></dict>", "<dict><key>a</key></dict>", "<dict>",
      "<dict><key>a</key><true/><key>a</key><true/></dict>",
      "<dict><key>\u{E9}</key><true/><key>e\u{301}</key><true/></dict>",
      "<key>a</key>", "<uid>1</uid>", "<integers>1</integers>", "<xinteger>1</xinteger>",
      "", "a", "<true/><true/>", "<true",
    ])
  func `Text that is no property list is an error`(xml: String) throws {
    #expect(throws: PropertyListFormatError.self) { try read(propertyList(xml)) }
  }

  @Test(
    arguments: [
      "", " ", "moniker", "{ a = b; }", "<plist", "<plist/>", "<plist><true/>", "<true/>",
      "<plist><true/></plist>a", "<plist><true/></plist><plist/>", "<dict></dict>",
      "<!DOCTYPE plist [<!ENTITY a 'b'>]><plist><string>&a;</string></plist>",
      "<?xml version='1.0' encoding='UTF-16'?><plist><true/></plist>",
      "<?xml version='1.0' encoding='latin-1'?><plist><true/></plist>",
      "<?xml version='1.0'<plist><true/></plist>", "<!DOCTYPE plist", "bplist", "bplist15",
    ])
  func `Text around a property list must be valid`(text: String) throws {
    #expect(throws: PropertyListFormatError.self) { try read(text) }
  }

  @Test
  func `Text that is not UTF-8 is an error`() throws {
    for bytes: [UInt8] in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82], [0x80]] {
      let xml = Array("<plist><string>".utf8) + bytes + Array("</string></plist>".utf8)
      #expect(throws: PropertyListFormatError.self) { try PropertyListFormat.value(from: xml) }
    }
  }

  @Test
  func `An error has the line and the column`() throws {
    let error = #expect(throws: PropertyListFormatError.self) {
      try read("<plist>\n<dict>\n  <key>é</key><integer>x</integer>\n</dict></plist>")
    }
    #expect(error?.place == .line(3, column: 15))
    #expect(error?.description == "line 3, column 15: it is not an integer")
  }

  @Test(arguments: ["array", "dict"])
  func `128 containers may be nested and 129 may not`(element: String) throws {
    let key = element == "dict" ? "<key>a</key>" : ""
    func nested(_ count: Int) -> String {
      let start = String(repeating: "<\(element)>\(key)", count: count)
      return propertyList(start + "<true/>" + String(repeating: "</\(element)>", count: count))
    }
    let value = try read(nested(128))
    #expect(try PropertyListFormat.value(from: PropertyListFormat.xml(of: value)) == value)
    #expect(throws: PropertyListFormatError.self) { try read(nested(129)) }
    #expect(throws: PropertyListFormatError.self) { try read(nested(1_000_000)) }
    #expect(throws: PropertyListFormatError.self) {
      try PropertyListFormat.xml(of: .array([value]))
    }
  }
}
