import Foundation
import Testing

@testable import MonikerData
@testable import MonikerPropertyList

@Suite struct PropertyListWritingTests {
  private func write(_ value: PropertyListValue) throws -> String {
    String(decoding: try PropertyListFormat.xml(of: value), as: UTF8.self)
  }

  @Test
  func `The XML has the format of Apple's tools`() throws {
    let value = PropertyListValue.dictionary([
      "b": .array([.string("a <&> b"), .integer(-1), .real(2), .real(.nan)]),
      "a": .dictionary([
        "x": .data(Data([1, 2, 3])), "empty": .array([]), "none": .dictionary([:]),
      ]),
      "é": .date(Date(timeIntervalSince1970: 0.9)),
    ])
    let expected = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
      \t<key>a</key>
      \t<dict>
      \t\t<key>empty</key>
      \t\t<array/>
      \t\t<key>none</key>
      \t\t<dict/>
      \t\t<key>x</key>
      \t\t<data>
      \t\tAQID
      \t\t</data>
      \t</dict>
      \t<key>b</key>
      \t<array>
      \t\t<string>a &lt;&amp;&gt; b</string>
      \t\t<integer>-1</integer>
      \t\t<real>2.0</real>
      \t\t<real>nan</real>
      \t</array>
      \t<key>é</key>
      \t<date>1970-01-01T00:00:00Z</date>
      </dict>
      </plist>

      """
    #expect(try write(value) == expected)
  }

  @Test(arguments: ["\0", "\u{1}", "\u{B}", "\u{1F}", "\u{FFFE}", "\u{FFFF}"])
  func `A character that XML cannot represent is refused and named`(character: String) throws {
    let code = String(character.unicodeScalars.first?.value ?? 0, radix: 16, uppercase: true)
    let error = #expect(throws: PropertyListFormatError.self) {
      try write(.dictionary(["a": .array([.boolean(true), .string("b" + character)])]))
    }
    #expect(error?.place == .keys(["a", "1"]))
    #expect(error?.problem.hasSuffix("0" + code) == true || error?.problem.hasSuffix(code) == true)
    #expect(throws: PropertyListFormatError.self) {
      try write(.dictionary([character: .boolean(true)]))
    }
  }

  @Test
  func `Every other character is preserved`() throws {
    var scalars = String.UnicodeScalarView()
    for value in UInt32(0)...0x10_FFFF {
      guard let scalar = Unicode.Scalar(value), scalar.isAllowedInXML else { continue }
      scalars.append(scalar)
    }
    #expect(scalars.count == 0x11_0000 - 0x800 - 29 - 2)
    let value = PropertyListValue.string(String(scalars))
    #expect(try PropertyListFormat.value(from: PropertyListFormat.xml(of: value)) == value)
  }

  @Test(arguments: [-62_167_219_200.1, 253_402_300_800, .infinity, -.infinity, .nan, 1e300])
  func `A date outside the years 0 to 9999 is refused`(seconds: Double) throws {
    #expect(throws: PropertyListFormatError.self) {
      try write(.date(Date(timeIntervalSince1970: seconds)))
    }
  }

  @Test
  func `Fractions of a second are dropped before and after 1970`() throws {
    #expect(try write(.date(Date(timeIntervalSince1970: 1.9))).contains("1970-01-01T00:00:01Z"))
    #expect(try write(.date(Date(timeIntervalSince1970: -0.5))).contains("1969-12-31T23:59:59Z"))
  }

  @Test
  func `Every day has the same date as in Foundation`() throws {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    for day in stride(from: -141_427, to: 2_932_896, by: 97) {
      let date = Date(timeIntervalSince1970: Double(day) * 86_400)
      let parts = calendar.dateComponents([.year, .month, .day], from: date)
      var bytes: [UInt8] = []
      try #require(XMLPropertyListDate(timeIntervalSince1970: date.timeIntervalSince1970))
        .append(to: &bytes)
      let expected = String(
        format: "%04d-%02d-%02dT00:00:00Z",
        parts.year ?? 0,
        parts.month ?? 0,
        parts.day ?? 0
      )
      #expect(String(decoding: bytes, as: UTF8.self) == expected)
      #expect(XMLPropertyListDate(bytes[...])?.seconds == Int64(day) * 86_400)
    }
  }

  @Test
  func `Values in another Unicode form, and a negative zero, are different values`() {
    #expect(PropertyListValue.string("\u{E9}") != .string("e\u{301}"))
    #expect(PropertyListValue.real(0) != .real(-0.0))
    #expect(PropertyListValue.real(.nan) == .real(.nan))
    #expect(PropertyListValue.unsigned(5) == .integer(5))
    #expect(PropertyListValue.unsigned(.max) != .integer(-1))
    #expect(Set([PropertyListValue.unsigned(5), .integer(5)]).count == 1)
    #expect(Set([PropertyListValue.real(.nan), .real(-.nan)]).count == 1)
  }

  @Test(arguments: 0..<300)
  func `Random values are preserved`(seed: UInt64) throws {
    var random = PropertyListRandom(seed: seed)
    let value = random.value()
    let bytes = try PropertyListFormat.xml(of: value)
    #expect(try PropertyListFormat.value(from: bytes) == value, "seed \(seed)")
    #expect(try PropertyListFormat.xml(of: PropertyListFormat.value(from: bytes)) == bytes)
    // Foundation must accept the output as a property list.
    #expect(throws: Never.self) {
      try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
    }
  }
}
