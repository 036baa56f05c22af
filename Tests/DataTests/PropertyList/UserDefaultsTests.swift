import Foundation
import MonikerDomain
import Testing

@testable import MonikerPropertyList

/// The behaviour that the tests of UserDefaults in swift-corelibs-foundation ask for, on
/// `PropertyListDefaults`; the article ComingFromUserDefaults has the table.
@Suite struct `What the tests of UserDefaults ask for` {
  /// A value that is set or registered, and what the typed read returns.
  struct Case: Sendable, CustomTestStringConvertible {
    let test: String
    let value: PropertyListValue
    let holds: @Sendable (PropertyListDefaults) throws -> Bool

    init(
      _ test: String,
      _ value: some PropertyListRepresentable,
      _ holds: @escaping @Sendable (PropertyListDefaults) throws -> Bool
    ) {
      self.test = test
      self.value = value.propertyListValue
      self.holds = holds
    }

    var testDescription: String { test }
  }

  private static let url = URL(fileURLWithPath: "/hello/world")
  private static let data = Data([0, 1, 2, 3, 4])

  static let registered = [
    Case("getRegisteredDefaultItem", 5) { try $0.integer(forKey: "key1") == 5 },
    Case("getRegisteredDefaultItem_NSString", "hello"[...]) {
      try $0.string(forKey: "key1") == "hello"
    },
    Case("getRegisteredDefaultItem_String", "hello") { try $0.string(forKey: "key1") == "hello" },
    Case("getRegisteredDefaultItem_NSURL", url) { try $0.url(forKey: "key1") == url },
    Case("getRegisteredDefaultItem_URL", url) { try $0.url(forKey: "key1") == url },
    Case("getRegisteredDefaultItem_NSData", data) { try $0.data(forKey: "key1") == data },
    Case("getRegisteredDefaultItem_Data", data) { try $0.data(forKey: "key1") == data },
    Case("getRegisteredDefaultItem_BoolFromString", "YES") { try $0.bool(forKey: "key1") },
    Case("getRegisteredDefaultItem_IntFromString", "1234") {
      try $0.integer(forKey: "key1") == 1234
    },
    Case("getRegisteredDefaultItem_DoubleFromString", "12.34") {
      try $0.double(forKey: "key1") == 12.34
    },
  ]

  static let set = [
    Case("setValue_NSString", "hello"[...]) { try $0.string(forKey: "key1") == "hello" },
    Case("setValue_String", "hello") { try $0.string(forKey: "key1") == "hello" },
    Case("setValue_NSURL", url) { try $0.url(forKey: "key1") == url },
    Case("setValue_URL", url) { try $0.url(forKey: "key1") == url },
    Case("setValue_NSData", data) { try $0.data(forKey: "key1") == data },
    Case("setValue_Data", data) { try $0.data(forKey: "key1") == data },
    Case("setValue_BoolFromString", "YES") { try $0.bool(forKey: "key1") },
    Case("setValue_IntFromBool", true) { try $0.integer(forKey: "key1") == 1 },
    Case("setValue_IntFromFloat", 12.34 as Float) { try $0.integer(forKey: "key1") == 12 },
    Case("setValue_IntFromDouble", 12.34) { try $0.integer(forKey: "key1") == 12 },
    Case("setValue_IntFromString", "1234") { try $0.integer(forKey: "key1") == 1234 },
    Case("setValue_FloatFromBool", true) { try $0.float(forKey: "key1") == 1 },
    Case("setValue_FloatFromInt", 42) { try $0.float(forKey: "key1") == 42 },
    Case("setValue_FloatFromDouble", 12.34) { try $0.float(forKey: "key1") == 12.34 },
    Case("setValue_FloatFromString", "1234") { try $0.float(forKey: "key1") == 1234 },
    Case("setValue_DoubleFromBool", true) { try $0.double(forKey: "key1") == 1 },
    Case("setValue_DoubleFromInt", 42) { try $0.double(forKey: "key1") == 42 },
    Case("setValue_DoubleFromFloat", 12.34 as Float) {
      try $0.double(forKey: "key1") == Double(12.34 as Float)
    },
    Case("setValue_DoubleFromString", "12.34") { try $0.double(forKey: "key1") == 12.34 },
    Case("setValue_StringFromBool", true) { try $0.string(forKey: "key1") == "1" },
    Case("setValue_StringFromInt", 42) { try $0.string(forKey: "key1") == "42" },
    Case("setValue_StringFromDouble", 12.34) { try $0.string(forKey: "key1") == "12.34" },
  ]

  private let folder: PropertyListFolder

  init() throws {
    folder = try PropertyListFolder()
  }

  /// The first of the 36: a value is set, and nothing fails.
  @Test func `createUserDefaults`() throws {
    let defaults = folder.defaults()
    try defaults.set(4, forKey: "ourKey")
    try defaults.synchronize()
    #expect(try folder.defaults().integer(forKey: "ourKey") == 4)
  }

  @Test(arguments: registered)
  func `A registered value is read as its type, or converted`(of original: Case) throws {
    let defaults = folder.defaults()
    defaults.register(defaults: ["key1": original.value])
    defaults.removeObject(forKey: "key1")
    #expect(try original.holds(defaults))
    try defaults.synchronize()
    #expect(try original.holds(defaults))
    #expect(try folder.defaults().object(forKey: "key1") == nil)
  }

  @Test(arguments: set)
  func `A value that is set is read as its type, or converted`(of original: Case) throws {
    let defaults = folder.defaults()
    try defaults.set(original.value, forKey: "key1")
    #expect(try original.holds(defaults))
    try defaults.synchronize()
    #expect(try original.holds(folder.defaults()))
  }

  /// One of the two that differ: a property list has one kind of real.
  @Test func `setValue_StringFromFloat gives the number that a float is exactly`() throws {
    let defaults = folder.defaults()
    try defaults.set(12.34 as Float, forKey: "key1")
    #expect(try defaults.string(forKey: "key1") == "12.34000015258789")
    #expect(try defaults.float(forKey: "key1") == 12.34)
  }

  @Test func `volatileDomains: values of an object that no file holds`() throws {
    let date = Date(timeIntervalSince1970: 1_700_000_000)
    let values: [String: PropertyListValue] = [
      "A Date": .date(date),
      "A String": "The String",
      "An Array": [1, 2, 3],
      "A Dictionary": [
        "Swift": "Imperative", "Haskell": "Functional", "LISP": "LISP", "Today": .date(date),
      ],
      "Some Data": .data(Data("The Data".utf8)),
      "A Bool": true,
    ]
    let defaults = folder.defaults()
    #expect(try defaults.dictionaryRepresentation().isEmpty)
    defaults.register(defaults: values)
    #expect(try defaults.dictionaryRepresentation() == values)
    try defaults.synchronize()
    #expect(try folder.names() == [])
  }

  /// The original sets the present date, which comes back in whole seconds here.
  @Test func `persistentDomain: a file is filled, read by another object and emptied`() async throws
  {
    let values: [String: PropertyListValue] = [
      "An Integer": 1234,
      "A Double": 5678.1234,
      "A String": "Some string",
      "An Array": [1, 2, 3, 4, "Surprise"],
      "A Dictionary": [
        "Swift": "Imperative", "Haskell": "Functional", "LISP": "LISP",
        "Today": .date(Date(timeIntervalSince1970: 1_700_000_000)),
      ],
    ]
    var contents = folder.defaults().contents().makeAsyncIterator()
    #expect(try await contents.next() == [:])
    try folder.defaults().update { $0 = values }
    #expect(try await contents.next() == values)
    let other = folder.defaults()
    #expect(try other.dictionaryRepresentation() == values)
    other.removeAll()
    #expect(try other.dictionaryRepresentation().isEmpty)
    #expect(try folder.defaults().dictionaryRepresentation() == values)
    try other.synchronize()
    #expect(try await contents.next() == [:])
    #expect(try folder.defaults().dictionaryRepresentation().isEmpty)
  }
}
