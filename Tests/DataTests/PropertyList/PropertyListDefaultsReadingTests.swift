import Foundation
import MonikerDomain
import Testing

@testable import MonikerData
@testable import MonikerPropertyList

@Suite struct PropertyListDefaultsReadingTests {
  private let folder: PropertyListFolder

  init() throws {
    folder = try PropertyListFolder()
  }

  struct Conversion: Sendable {
    let value: PropertyListValue
    let string: String?
    let integer: Int
    let double: Double
    let bool: Bool

    init(
      _ value: PropertyListValue,
      _ string: String?,
      _ integer: Int,
      _ double: Double,
      _ bool: Bool
    ) {
      self.value = value
      self.string = string
      self.integer = integer
      self.double = double
      self.bool = bool
    }

    static func text(_ text: String, _ integer: Int, _ double: Double, _ bool: Bool) -> Self {
      Self(.string(text), text, integer, double, bool)
    }
  }

  @Test(
    arguments: [
      .text("", 0, 0, false), .text("42", 42, 42, true), .text(" \n-42 apples", -42, -42, true),
      .text("+7.75", 7, 7.75, true), .text("007", 7, 7, true), .text("0", 0, 0, false),
      .text("000", 0, 0, false), .text("-0", 0, 0, false), .text("1e3", 1, 1000, true),
      .text("1e", 1, 1, true), .text("1e+", 1, 1, true), .text(".5", 0, 0.5, false),
      .text(".", 0, 0, false), .text("-", 0, 0, false), .text("0x10", 0, 0, false),
      .text("YES", 0, 0, true), .text("yes", 0, 0, true), .text("true", 0, 0, true),
      .text(" True", 0, 0, true), .text("NO", 0, 0, false), .text("false", 0, 0, false),
      .text("-yes", 0, 0, false), .text("+true", 0, 0, false), .text("0yes", 0, 0, false),
      .text("\u{A0}42", 42, 42, true), .text("\u{A0}yes", 0, 0, true),
      .text("on", 0, 0, false), .text("inf", 0, 0, false), .text("nan", 0, 0, false),
      .text("99999999999999999999", .max, 1e20, true), .text("é", 0, 0, false),
      .text("-99999999999999999999", .min, -1e20, true),
      .text("9223372036854775807", .max, 0x1p63, true),
      .text("1e999", 1, .greatestFiniteMagnitude, true),
      .init(.integer(0), "0", 0, 0, false), .init(.integer(-3), "-3", -3, -3, true),
      .init(.integer(.max), "9223372036854775807", .max, 0x1p63, true),
      .init(.unsigned(.max), "18446744073709551615", .max, 0x1p64, true),
      .init(.real(0), "0", 0, 0, false), .init(.real(2), "2", 2, 2, true),
      .init(.real(2.75), "2.75", 2, 2.75, true), .init(.real(-2.75), "-2.75", -2, -2.75, true),
      .init(.real(0.5), "0.5", 0, 0.5, true), .init(.real(1e300), "1e+300", .max, 1e300, true),
      .init(.real(-1e300), "-1e+300", .min, -1e300, true),
      .init(.real(0x1p63), "9.223372036854776e+18", .max, 0x1p63, true),
      .init(.real(.infinity), "+infinity", .max, .infinity, true),
      .init(.real(-.infinity), "-infinity", .min, -.infinity, true),
      .init(.boolean(true), "1", 1, 1, true), .init(.boolean(false), "0", 0, 0, false),
      .init(.date(Date(timeIntervalSince1970: 1)), nil, 0, 0, false),
      .init(.data(Data([0x31])), nil, 0, 0, false), .init(.array([.integer(1)]), nil, 0, 0, false),
      .init(.dictionary(["a": .integer(1)]), nil, 0, 0, false),
    ] as [Conversion]
  )
  func `Typed reads convert as documented`(conversion: Conversion) throws {
    let defaults = folder.defaults()
    try defaults.set(conversion.value, forKey: "a")
    #expect(try defaults.object(forKey: "a") == conversion.value)
    #expect(try defaults.string(forKey: "a") == conversion.string)
    #expect(try defaults.integer(forKey: "a") == conversion.integer)
    #expect(try defaults.double(forKey: "a") == conversion.double)
    #expect(try defaults.bool(forKey: "a") == conversion.bool)
  }

  @Test
  func `A string is true where it is for UserDefaults`() throws {
    let defaults = folder.defaults()
    for space in ["", " ", "\n\t", "\u{A0}", "\u{85}\u{2003}", "\u{3000}", "\u{2028}", "\u{FEFF}"] {
      for prefix in ["", "-", "+", "0", "000", "-0", "+00", "--", "0-"] {
        for body in ["", "y", "Y", "t", "T", "yes", "true", "n", "on", "0", "x", ".5"]
          + (1...9).map(String.init)
        {
          let text = space + prefix + body
          try defaults.set(text, forKey: "a")
          let expected = NSString(string: text).boolValue
          #expect(try defaults.bool(forKey: "a") == expected, "\(text.debugDescription)")
        }
      }
    }
  }

  @Test
  func `White space before a number is what Unicode calls so`() throws {
    let defaults = folder.defaults()
    for number in UInt32(0x20)...0x3_0000 {
      guard let scalar = Unicode.Scalar(number), !"+-.123456789".unicodeScalars.contains(scalar),
        scalar.properties.isWhitespace || scalar.properties.generalCategory == .format
      else { continue }
      try defaults.set(String(scalar) + "7", forKey: "a")
      let expected = scalar.properties.isWhitespace ? 7 : 0
      #expect(try defaults.integer(forKey: "a") == expected, "U+\(String(number, radix: 16))")
      #expect(try defaults.double(forKey: "a") == Double(expected))
      #expect(try defaults.bool(forKey: "a") == (expected == 7))
    }
  }

  @Test
  func `Not a number is the integer 0 and true`() throws {
    let defaults = folder.defaults()
    try defaults.set(Double.nan, forKey: "a")
    #expect(try defaults.string(forKey: "a") == "nan")
    #expect(try defaults.integer(forKey: "a") == 0)
    #expect(try defaults.double(forKey: "a").isNaN)
    #expect(try defaults.float(forKey: "a").isNaN)
    #expect(try defaults.bool(forKey: "a"))
  }

  @Test(
    arguments: [
      (.real(0.5), 0.5), (.real(1e300), .greatestFiniteMagnitude), (.integer(3), 3),
      (.real(-1e300), -.greatestFiniteMagnitude), (.real(.infinity), .infinity),
      (.string("2.5"), 2.5), (.boolean(true), 1),
    ] as [(PropertyListValue, Float)]
  )
  func `A number too large for a float becomes the largest float`(
    value: PropertyListValue,
    expected: Float
  ) throws {
    let defaults = folder.defaults()
    try defaults.set(value, forKey: "a")
    #expect(try defaults.float(forKey: "a") == expected)
  }

  @Test
  func `A missing key is nil, 0 or false`() throws {
    let defaults = folder.defaults()
    #expect(try defaults.object(forKey: "a") == nil)
    #expect(try defaults.string(forKey: "a") == nil)
    #expect(try defaults.integer(forKey: "a") == 0)
    #expect(try defaults.double(forKey: "a") == 0)
    #expect(try defaults.float(forKey: "a") == 0)
    #expect(try defaults.bool(forKey: "a") == false)
    #expect(try defaults.data(forKey: "a") == nil)
    #expect(try defaults.date(forKey: "a") == nil)
    #expect(try defaults.array(forKey: "a") == nil)
    #expect(try defaults.stringArray(forKey: "a") == nil)
    #expect(try defaults.dictionary(forKey: "a") == nil)
    #expect(try defaults.dictionaryRepresentation() == [:])
  }

  @Test
  func `Values of other kinds are read as that kind alone`() throws {
    let defaults = folder.defaults()
    let date = Date(timeIntervalSince1970: 100)
    try defaults.set(Data([1]), forKey: "data")
    try defaults.set(date, forKey: "date")
    try defaults.set(["a", "b"], forKey: "strings")
    try defaults.set([.string("a"), .integer(1)], forKey: "mixed")
    try defaults.set(["a": .integer(1)], forKey: "dictionary")
    try defaults.synchronize()
    let other = folder.defaults()
    #expect(try other.data(forKey: "data") == Data([1]))
    #expect(try other.data(forKey: "date") == nil)
    #expect(try other.date(forKey: "date") == date)
    #expect(try other.date(forKey: "data") == nil)
    #expect(try other.stringArray(forKey: "strings") == ["a", "b"])
    #expect(try other.stringArray(forKey: "mixed") == nil)
    #expect(try other.array(forKey: "mixed") == [.string("a"), .integer(1)])
    #expect(try other.array(forKey: "dictionary") == nil)
    #expect(try other.dictionary(forKey: "dictionary") == ["a": .integer(1)])
    #expect(try other.dictionary(forKey: "mixed") == nil)
  }

  @Test
  func `A change by another program is read even if the file size stays the same`() throws {
    try folder.write(propertyList("<dict><key>a</key><integer>1</integer></dict>"))
    let defaults = folder.defaults()
    #expect(try defaults.integer(forKey: "a") == 1)
    try folder.write(propertyList("<dict><key>a</key><integer>2</integer></dict>"))
    try defaults.synchronize()
    #expect(try defaults.integer(forKey: "a") == 2)
  }

  @Test
  func `Registered defaults answer for missing keys and are never written`() throws {
    try folder.write(propertyList("<dict><key>stored</key><integer>1</integer></dict>"))
    let defaults = folder.defaults()
    defaults.register(defaults: ["stored": .integer(9), "other": .integer(9)])
    defaults.register(defaults: ["other": .integer(2)])
    #expect(try defaults.integer(forKey: "stored") == 1)
    #expect(try defaults.integer(forKey: "other") == 2)
    try defaults.set("text", forKey: "new")
    defaults.removeObject(forKey: "stored")
    #expect(try defaults.integer(forKey: "stored") == 9)
    let all: [String: PropertyListValue] = [
      "stored": .integer(9), "other": .integer(2), "new": .string("text"),
    ]
    #expect(try defaults.dictionaryRepresentation() == all)
    try defaults.synchronize()
    #expect(try defaults.dictionaryRepresentation() == all)
    #expect(try folder.defaults().read() == ["new": .string("text")])
  }

  @Test
  func `Reading creates nothing`() throws {
    let suite = try PropertyListDefaults(suiteName: "com.example", folder: folder.path + "/no/no")
    for defaults in [folder.defaults(), suite] {
      #expect(try defaults.object(forKey: "a") == nil)
      #expect(try defaults.read() == nil)
      try defaults.synchronize()
    }
    #expect(try folder.names() == [])
  }

  @Test(
    arguments: [
      ("", "it is empty"), ("no list", "line 1, column 1: it is not a property list"),
      (propertyList("<array/>"), "its root is not a dictionary"),
      (
        propertyList("<dict><key>a</key></dict>"),
        "line 2, column 40: expected an element of a property list"
      ),
    ])
  func `A damaged file fails every call and stays unchanged`(
    text: String,
    detail: String
  ) async throws {
    try folder.write(text)
    let defaults = folder.defaults()
    let expected = StoreFailure(.damaged, at: folder.file, detail: detail)
    func fails(_ body: () throws(StoreFailure) -> Void) -> Bool {
      storeFailure(of: body) == expected
    }
    #expect(fails { () throws(StoreFailure) in _ = try defaults.string(forKey: "a") })
    #expect(fails { () throws(StoreFailure) in _ = try defaults.integer(forKey: "a") })
    #expect(fails { () throws(StoreFailure) in _ = try defaults.bool(forKey: "a") })
    #expect(fails { () throws(StoreFailure) in _ = try defaults.dictionaryRepresentation() })
    #expect(fails { () throws(StoreFailure) in _ = try defaults.read() })
    #expect(fails { () throws(StoreFailure) in try defaults.synchronize() })
    await #expect(throws: expected) { _ = try await defaults.updateFile { $0["a"] = .integer(1) } }
    try defaults.set(1, forKey: "a")
    #expect(fails { () throws(StoreFailure) in try defaults.synchronize() })
    #expect(try defaults.integer(forKey: "a") == 1)
    #expect(try folder.content() == Array(text.utf8))
  }

  @Test(arguments: ["", ".", "..", ".hidden", "a/b", "/", "a\0b"])
  func `A suite name that is a path is refused`(name: String) {
    let failure = storeFailure { () throws(StoreFailure) in
      _ = try PropertyListDefaults(suiteName: name, folder: folder.path)
    }
    #expect(failure?.reason == .unreachable)
  }

  @Test
  func `A suite is a file in the folder`() throws {
    let defaults = try PropertyListDefaults(suiteName: "com.example", folder: folder.path)
    try defaults.set(true, forKey: "a")
    try defaults.synchronize()
    #expect(try folder.names() == ["com.example.plist", "com.example.plist.lock"])
  }
}
