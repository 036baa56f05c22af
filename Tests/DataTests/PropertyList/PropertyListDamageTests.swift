import Foundation
import Testing

@testable import MonikerData
@testable import MonikerPropertyList

/// Reading arbitrary bytes returns or throws: a trap would end the tests.
@Suite struct PropertyListDamageTests {
  /// Reads the bytes, and uses and writes the value if there is one.
  ///
  /// - Returns: whether there is a value, and it was written.
  @discardableResult
  private func survive(_ bytes: [UInt8]) -> Bool {
    guard let value = try? PropertyListFormat.value(from: bytes) else { return false }
    _ = value.hashValue
    guard let again = try? PropertyListFormat.xml(of: value) else { return false }
    #expect(throws: Never.self) { try PropertyListFormat.value(from: again) }
    return true
  }

  private func samples() throws -> [[UInt8]] {
    let xml = try PropertyListFormat.xml(of: PropertyListSamples.value)
    let value = try PropertyListSerialization.propertyList(from: Data(xml), format: nil)
    return [xml, try PropertyListSamples.binary(value)]
  }

  @Test(arguments: [0, 1])
  func `Any byte may be changed`(sample: Int) throws {
    var bytes = try samples()[sample]
    var valueCount = 0
    for index in bytes.indices {
      let byte = bytes[index]
      for other in [~byte, byte ^ 1, byte ^ 0x10, byte ^ 0x80, 0, 0xFF, UInt8(ascii: "<")] {
        bytes[index] = other
        if survive(bytes) { valueCount += 1 }
      }
      bytes[index] = byte
    }
    #expect(valueCount > 0)
  }

  @Test(arguments: [0, 1])
  func `A file may be truncated anywhere, and is then no property list`(sample: Int) throws {
    let bytes = try samples()[sample]
    for count in 0..<(bytes.count - 1) {
      #expect(throws: PropertyListFormatError.self) {
        try PropertyListFormat.value(from: Array(bytes[..<count]))
      }
    }
  }

  @Test(arguments: [0, 1])
  func `Bytes may be removed, duplicated and mixed`(sample: Int) throws {
    let bytes = try samples()[sample]
    var random = PropertyListRandom(seed: 7)
    for _ in 0..<3000 {
      var mixed = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let start = Int.random(in: 0..<mixed.count, using: &random)
        let end = Int.random(in: start...min(start + 40, mixed.count), using: &random)
        let from = Int.random(in: 0..<(bytes.count - 40), using: &random)
        let count = Int.random(in: 0...40, using: &random)
        mixed.replaceSubrange(start..<end, with: bytes[from..<(from + count)])
        if mixed.isEmpty { mixed = bytes }
      }
      survive(mixed)
    }
  }

  @Test
  func `Arbitrary bytes are no property list`() {
    var random = PropertyListRandom(seed: 11)
    for _ in 0..<2000 {
      let count = Int.random(in: 0...200, using: &random)
      let noise = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      survive(noise)
      survive(Array("bplist00".utf8) + noise)
      survive(Array("<plist><dict>".utf8) + noise)
      // A valid trailer makes the reader parse the objects.
      survive(PropertyListSamples.binary(objects: [noise, noise.reversed(), [0x51, 0x61]]))
    }
  }

  @Test(
    arguments: [
      "<", "<!--", "<plist><string>&", "<plist><string>&#", "<plist><array>", "<!DOCTYPE ",
      "<plist><string><![CDATA[", "<plist><string>]]", "<plist><dict><key>a</key>", "<?", " ",
      "<plist><string a='", "<plist><integer>1", "<plist><real>1", "<plist><data>AAAA",
    ])
  func `A million repetitions are read without delay`(text: String) {
    // A quadratic reader would take hours for these.
    survive(Array(String(repeating: text, count: 1_000_000).utf8))
    survive(Array((text + String(repeating: String(text.suffix(1)), count: 1_000_000)).utf8))
  }
}
