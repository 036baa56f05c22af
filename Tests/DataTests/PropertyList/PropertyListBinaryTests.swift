import Foundation
import Testing

@testable import MonikerData
@testable import MonikerPropertyList

@Suite struct PropertyListBinaryTests {
  private func read(_ objects: [UInt8]..., size: UInt8 = 1) throws -> PropertyListValue {
    try PropertyListFormat.value(
      from: PropertyListSamples.binary(objects: objects, referenceSize: size)
    )
  }

  @Test(
    arguments: [
      ([0x08], .boolean(false)),
      ([0x09], .boolean(true)),
      ([0x10, 0xFF], .integer(255)),
      ([0x11, 0xFF, 0xFF], .integer(65535)),
      ([0x12, 0xFF, 0xFF, 0xFF, 0xFF], .integer(4_294_967_295)),
      ([0x13] + Array(repeating: 0xFF, count: 8), .integer(-1)),
      ([0x14] + Array(repeating: 0xFF, count: 16), .integer(-1)),
      ([0x14] + Array(repeating: 0, count: 8) + Array(repeating: 0xFF, count: 8), .unsigned(.max)),
      ([0x14] + Array(repeating: 0, count: 15) + [7], .integer(7)),
      ([0x22, 0x40, 0x00, 0, 0], .real(2)),
      ([0x23, 0x40, 0, 0, 0, 0, 0, 0, 0], .real(2)),
      ([0x33, 0x3F, 0xF0, 0, 0, 0, 0, 0, 0], .date(Date(timeIntervalSinceReferenceDate: 1))),
      ([0x42, 1, 2], .data(Data([1, 2]))),
      ([0x4F, 0x10, 1, 9], .data(Data([9]))),
      ([0x50], .string("")),
      ([0x52, 0x61, 0x62], .string("ab")),
      ([0x62, 0xD8, 0x3E, 0xDD, 0x8A], .string("\u{1F98A}")),
      ([0x5F, 0x11, 0, 1, 0x61], .string("a")),
      ([0xA0], .array([])),
      ([0xD0], .dictionary([:])),
    ] as [([UInt8], PropertyListValue)]
  )
  func `Every kind of object is read`(object: [UInt8], expected: PropertyListValue) throws {
    #expect(try read(object) == expected)
  }

  @Test(
    arguments: [
      [0x00], [0x0F], [0x01], [0x15], [0x21, 0, 0], [0x24], [0x32], [0x70], [0xB0], [0xE0],
      [0xF0],
      // UIDs and sets
      [0x80, 1], [0xC0],
      // Truncated objects
      [0x13, 1], [0x14, 1], [0x22, 1], [0x23, 1], [0x33, 1], [0x42, 1], [0x51], [0x61, 1],
      [0xA1], [0xD1, 0],
      // Counts of another type, negative or huge
      [0x5F], [0x5F, 0x20], [0x5F, 0x14, 1], [0x5F, 0x13] + Array(repeating: 0xFF, count: 8),
      [0x4F, 0x13, 0x7F] + Array(repeating: 0xFF, count: 7),
      [0x6F, 0x13, 0x7F] + Array(repeating: 0xFF, count: 7),
      [0xAF, 0x13, 0x7F] + Array(repeating: 0xFF, count: 7),
      [0xDF, 0x13, 0x7F] + Array(repeating: 0xFF, count: 7), [0xAF, 0x12, 0xFF, 0xFF, 0xFF, 0xFF],
      // Not ASCII, half a surrogate pair, more than 64 bits, an invalid date
      [0x51, 0xE9], [0x52, 0xC3, 0xA9], [0x61, 0xD8, 0x3E],
      [0x14, 1] + Array(repeating: 0, count: 15),
      [0x14] + Array(repeating: 0xFF, count: 8) + Array(repeating: 0, count: 8),
      [0x33, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0],
      // References to objects that do not exist
      [0xA1, 1], [0xA1, 0xFF],
    ] as [[UInt8]]
  )
  func `An invalid object is an error`(object: [UInt8]) throws {
    #expect(throws: PropertyListFormatError.self) { try read(object) }
  }

  @Test(arguments: 1...8)
  func `References may have one to eight bytes`(size: UInt8) throws {
    let reference = Array(repeating: UInt8(0), count: Int(size) - 1)
    #expect(
      try read([0xA2] + reference + [1] + reference + [1], [0x09], size: size)
        == .array([.boolean(true), .boolean(true)])
    )
  }

  @Test
  func `An object that refers to itself is an error`() throws {
    #expect(throws: PropertyListFormatError.self) { try read([0xA1, 0]) }
    #expect(throws: PropertyListFormatError.self) {
      try read([0xA1, 1], [0xD1, 2, 0], [0x51, 0x61])
    }
    let error = #expect(throws: PropertyListFormatError.self) { try read([0xA1, 1], [0xA1, 0]) }
    #expect(error?.description == "byte 11: it refers back to itself")
  }

  @Test
  func `A key that is not text, or occurs twice, is an error`() throws {
    #expect(throws: PropertyListFormatError.self) { try read([0xD1, 1, 1], [0x09]) }
    #expect(throws: PropertyListFormatError.self) {
      try read([0xD2, 1, 1, 2, 2], [0x51, 0x61], [0x09])
    }
  }

  @Test
  func `128 containers may be nested and 129 may not, with sharing too`() throws {
    func chain(_ count: Int) -> [[UInt8]] {
      (1...count).map { [0xA1] + PropertyListSamples.bigEndian($0) } + [[0x09]]
    }
    func read(_ objects: [[UInt8]]) throws -> PropertyListValue {
      try PropertyListFormat.value(
        from: PropertyListSamples.binary(objects: objects, referenceSize: 8)
      )
    }
    #expect(throws: Never.self) { try read(chain(128)) }
    #expect(throws: PropertyListFormatError.self) { try read(chain(129)) }
    #expect(throws: PropertyListFormatError.self) { try read(chain(100_000)) }
    // The root refers to the end of the chain first, so that the end is parsed before the chain's
    // start reaches it.
    var shared = chain(129)
    shared[0] = [0xA2] + PropertyListSamples.bigEndian(64) + PropertyListSamples.bigEndian(1)
    #expect(throws: PropertyListFormatError.self) { try read(shared) }
  }

  @Test
  func `Values that double a hundred times are an error without delay`() throws {
    let doubling = (1...100).map { [0xA2, UInt8($0), UInt8($0)] } + [[0x09]]
    let error = #expect(throws: PropertyListFormatError.self) {
      try PropertyListFormat.value(from: PropertyListSamples.binary(objects: doubling))
    }
    #expect(error?.problem == "its values repeat too often")
  }

  @Test
  func `Overlapping objects do not multiply the work`() throws {
    // 20,000 arrays at one offset, each of 20,000 references.
    let count = 20_000
    var bytes =
      Array("bplist00".utf8) + [0xAF, 0x11] + PropertyListSamples.bigEndian(count).suffix(2)
    for index in 0..<count { bytes += PropertyListSamples.bigEndian(index).suffix(2) }
    let end = bytes.count
    bytes += Array(repeating: 8, count: count)
    bytes += [0, 0, 0, 0, 0, 0, 1, 2] + PropertyListSamples.bigEndian(count)
    bytes += PropertyListSamples.bigEndian(0) + PropertyListSamples.bigEndian(end)
    #expect(throws: PropertyListFormatError.self) { try PropertyListFormat.value(from: bytes) }
  }

  @Test
  func `A value with many references is read`() throws {
    let text = String(repeating: "a", count: 200)
    let bytes = try PropertyListSamples.binary(Array(repeating: text, count: 20_000))
    #expect(
      try PropertyListFormat.value(from: bytes)
        == .array(Array(repeating: .string(text), count: 20_000))
    )
  }

  @Test(
    arguments: [
      (6, [0]), (6, [9]), (7, [0]), (7, [255]), (8, [255]), (15, [0]), (15, [255]), (16, [255]),
      (23, [1]), (24, [127, 255, 255, 255, 255, 255, 255, 255]), (31, [7]), (31, [255]), (31, [0]),
    ] as [(Int, [UInt8])]
  )
  func `An inconsistent trailer is an error`(offset: Int, bytes: [UInt8]) throws {
    var list = PropertyListSamples.binary(objects: [[0x51, 0x61]])
    let start = list.count - 32 + offset
    list.replaceSubrange(start..<(start + bytes.count), with: bytes)
    #expect(throws: PropertyListFormatError.self) { try PropertyListFormat.value(from: list) }
  }
}
