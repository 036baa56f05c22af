import Foundation
import Testing

@testable import MonikerData
@testable import MonikerPropertyList

/// Compares the format with Python's `plistlib`, an independent implementation.
///
/// The tests fail if Python is missing.
@Suite struct PropertyListInteroperabilityTests {
  private let folder: PropertyListFolder

  init() throws {
    folder = try PropertyListFolder()
  }

  /// `PropertyListSamples.value` in Python, with its keys in order.
  private static let value = """
    import datetime, plistlib, sys
    inf = float("inf")
    value = {
      "array": [1, [], {}], "big": 2**64 - 1, "data": bytes(range(256)),
      "date": datetime.datetime(2024, 2, 29, 12, 34, 56), "empty": "", "false": False,
      "half": -0.5, "least": -2**63, "no data": b"", "real": 2.0,
      "text <&>": "a <b> & \\"c\\" ]]> 'd'\\n\\té e\\u0301 \\U0001F98A",
      "tiny": 5e-324, "true": True, "way": -5, "without end": [inf, -inf],
    }

    """

  private func python(_ script: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-X", "utf8", "-c", Self.value + script, folder.file]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test
  func `Python reads what the library writes`() throws {
    let bytes = try PropertyListFormat.xml(of: PropertyListSamples.value)
    try folder.write(String(decoding: bytes, as: UTF8.self))
    try python(
      """
      with open(sys.argv[1], "rb") as file: found = plistlib.load(file)
      # Unlike ==, repr tells 2 from 2.0 and 1 from True.
      if repr(found) != repr(value): sys.exit(f"{found!r}")
      """
    )
  }

  @Test
  func `Python reads a carriage return and not a number`() throws {
    let bytes = try PropertyListFormat.xml(of: .array([.string("a\r\nb\r"), .real(.nan)]))
    try folder.write(String(decoding: bytes, as: UTF8.self))
    try python(
      """
      with open(sys.argv[1], "rb") as file: found = plistlib.load(file)
      if repr(found) != repr(["a\\r\\nb\\r", float("nan")]): sys.exit(f"{found!r}")
      """
    )
  }

  @Test(arguments: ["FMT_XML", "FMT_BINARY"])
  func `The library reads what Python writes`(format: String) throws {
    try python(
      """
      with open(sys.argv[1], "wb") as file: plistlib.dump(value, file, fmt=plistlib.\(format))
      """
    )
    #expect(try PropertyListFormat.value(from: folder.content()) == PropertyListSamples.value)
  }

  @Test
  func `The library reads what Foundation writes in either format`() throws {
    let value: [String: Any] = [
      "real": 2.5, "integer": 2, "true": true, "text": "é <&>", "data": Data(0...99),
      "date": Date(timeIntervalSince1970: 1_709_210_096), "array": ["a", 1] as [Any],
    ]
    let expected = PropertyListValue.dictionary([
      "real": .real(2.5), "integer": .integer(2), "true": .boolean(true), "text": .string("é <&>"),
      "data": .data(Data(0...99)), "date": .date(Date(timeIntervalSince1970: 1_709_210_096)),
      "array": .array([.string("a"), .integer(1)]),
    ])
    for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
      let data = try PropertyListSerialization.data(
        fromPropertyList: value,
        format: format,
        options: 0
      )
      #expect(try PropertyListFormat.value(from: [UInt8](data)) == expected)
    }
  }
}
