/// Reads a property list in the binary format, version 00.
///
/// The format is a graph of numbered objects. Each object is read once, however often it is
/// referred to; a chain of references that comes back to itself is refused, and so is a file whose
/// values, written out, would be far larger than it is.
struct BinaryPropertyListReader {
  /// What an object costs, besides the bytes of its text or data.
  static let costOfObject = 16

  struct Object {
    let value: PropertyListValue
    /// What it costs written out, all that it refers to included.
    let cost: Int
    /// How many containers are nested in it, itself included.
    let height: Int
  }

  private enum Progress {
    case unread
    case started
    case done(Object)
  }

  let bytes: [UInt8]
  /// Where the objects end and their table of offsets starts.
  let end: Int
  let referenceSize: Int
  private let offsetSize: Int
  private let root: Int
  private let maximumCost: Int
  private var objects: [Progress]
  /// The cost of what was read so far, each object counted once: objects may overlap, so the size
  /// of the file alone does not bound the work.
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
      throw PropertyListFormatError("the table of offsets is not inside", at: .byte(trailer))
    }
    guard let root = Int(exactly: number(at: trailer + 16)), root < count else {
      throw PropertyListFormatError("the root is not there", at: .byte(trailer + 16))
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

  /// Reads the object with the number `index`, to which the bytes at `source` refer.
  mutating func readObject(
    _ index: Int,
    depth: Int,
    from source: Int
  ) throws(PropertyListFormatError) -> Object {
    guard index < objects.count else { throw failure("it refers to no object", at: source) }
    let object: Object
    switch objects[index] {
    case .done(let known):
      object = known
    case .started:
      throw failure("it refers back to itself", at: source)
    case .unread:
      // Only a container can need more depth than there is, and it says so itself.
      let entry = end + index * offsetSize
      guard let offset = number(at: entry, size: offsetSize), offset >= 8, offset < end else {
        throw failure("the object is not inside", at: entry)
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

  /// Counts what an object adds itself, before it is read.
  mutating func spend(_ cost: Int, at offset: Int) throws(PropertyListFormatError) {
    costRead += cost
    try refuse(cost: costRead, at: offset)
  }

  func refuse(cost: Int, at offset: Int) throws(PropertyListFormatError) {
    guard cost <= maximumCost else {
      throw failure("its values repeat beyond measure", at: offset)
    }
  }

  /// The unsigned number of `size` bytes at `offset`, which are inside; nil if it is too large.
  func number(at offset: Int, size: Int) -> Int? {
    var number: UInt64 = 0
    for index in offset..<(offset + size) { number = number << 8 | UInt64(bytes[index]) }
    return Int(exactly: number)
  }

  func failure(_ problem: String, at offset: Int) -> PropertyListFormatError {
    PropertyListFormatError(problem, at: .byte(offset))
  }
}
