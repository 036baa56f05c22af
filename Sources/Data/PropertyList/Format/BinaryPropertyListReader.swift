/// Reads a property list in the binary format, version 00.
///
/// The format is a graph of numbered objects. Each object is read once, however often it is
/// referenced. Refused are a cycle of references, and a file whose values, written out, would take
/// more than 64 MiB and more than four times the size of the file.
struct BinaryPropertyListReader {
  /// The cost of an object in bytes, besides the bytes of its text or data.
  static let costOfObject = 16

  struct Object {
    let value: PropertyListValue
    /// The cost when written out, including all referenced objects.
    let cost: Int
    /// The depth of nested containers, including itself.
    let height: Int
  }

  private enum Progress {
    case unread
    case started
    case done(Object)
  }

  let bytes: [UInt8]
  /// The offset where the objects end and the offset table starts.
  let end: Int
  let referenceSize: Int
  private let offsetSize: Int
  private let root: Int
  private let maximumCost: Int
  private var objects: [Progress]
  /// The cost of the objects read so far, each counted once: objects may overlap, so the size of
  /// the file alone does not bound the work.
  private var costRead = 0

  init(_ bytes: [UInt8]) throws(PropertyListFormatError) {
    guard bytes.starts(with: "bplist00".utf8) else {
      throw PropertyListFormatError("an unknown version of the binary format", at: .byte(0))
    }
    let trailer = bytes.count - 32
    guard trailer >= 8 else {
      throw PropertyListFormatError("the trailer is missing", at: .byte(bytes.count))
    }
    func number(at offset: Int) -> UInt64 {
      bytes[offset..<(offset + 8)].reduce(0) { $0 << 8 | UInt64($1) }
    }
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else {
      throw PropertyListFormatError("a number has an unknown size", at: .byte(trailer + 6))
    }
    guard let end = Int(exactly: number(at: trailer + 24)), end >= 8, end <= trailer,
      let count = Int(exactly: number(at: trailer + 8)), count <= (trailer - end) / offsetSize
    else {
      throw PropertyListFormatError(
        "the table of offsets is outside of the file",
        at: .byte(trailer)
      )
    }
    guard let root = Int(exactly: number(at: trailer + 16)), root < count else {
      throw PropertyListFormatError("the root object does not exist", at: .byte(trailer + 16))
    }
    self.bytes = bytes
    self.end = end
    self.root = root
    maximumCost = max(64 << 20, 4 * bytes.count)
    objects = Array(repeating: .unread, count: count)
  }

  mutating func readRoot() throws(PropertyListFormatError) -> PropertyListValue {
    try readObject(root, depth: 0, from: bytes.count - 16).value
  }

  /// Reads the object `index`, which is referenced at the offset `source`.
  mutating func readObject(
    _ index: Int,
    depth: Int,
    from source: Int
  ) throws(PropertyListFormatError) -> Object {
    guard index < objects.count else {
      throw failure("it refers to an object that does not exist", at: source)
    }
    let object: Object
    switch objects[index] {
    case .done(let known):
      object = known
    case .started:
      throw failure("it refers back to itself", at: source)
    case .unread:
      // Only a container can exceed the depth limit, and `readContainer` checks it.
      let entry = end + index * offsetSize
      guard let offset = number(at: entry, size: offsetSize), offset >= 8, offset < end else {
        throw failure("the object is outside of the file", at: entry)
      }
      objects[index] = .started
      object = try readObject(at: offset, depth: depth)
      objects[index] = .done(object)
    }
    guard depth + object.height <= PropertyListFormat.maximumDepth else {
      throw failure("containers are nested too deeply", at: source)
    }
    return object
  }

  /// Adds the own cost of an object, before it is read.
  mutating func spend(_ cost: Int, at offset: Int) throws(PropertyListFormatError) {
    costRead += cost
    try refuse(cost: costRead, at: offset)
  }

  func refuse(cost: Int, at offset: Int) throws(PropertyListFormatError) {
    guard cost <= maximumCost else {
      throw failure("its values repeat too often", at: offset)
    }
  }

  /// Returns the unsigned big-endian number of `size` bytes at `offset`, or nil if it exceeds
  /// `Int`.
  ///
  /// All of the bytes must be inside the file.
  func number(at offset: Int, size: Int) -> Int? {
    var number: UInt64 = 0
    for index in offset..<(offset + size) { number = number << 8 | UInt64(bytes[index]) }
    return Int(exactly: number)
  }

  func failure(_ problem: String, at offset: Int) -> PropertyListFormatError {
    PropertyListFormatError(problem, at: .byte(offset))
  }
}
