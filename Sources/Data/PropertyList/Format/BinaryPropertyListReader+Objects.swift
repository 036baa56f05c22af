import FoundationEssentials

extension BinaryPropertyListReader {
  /// Reads the object whose marker is at `offset`.
  mutating func readObject(at offset: Int, depth: Int) throws(PropertyListFormatError) -> Object {
    let marker = bytes[offset]
    let low = Int(marker & 0x0F)
    switch marker >> 4 {
    case 0x4, 0x5, 0x6: return try readUnits(at: offset)
    case 0xA, 0xD:
      guard depth < PropertyListFormat.maximumDepth else {
        throw failure("containers are nested too deeply", at: offset)
      }
      return try readContainer(at: offset, depth: depth)
    default: break
    }
    try spend(Self.costOfObject, at: offset)
    let value: PropertyListValue
    switch marker {
    case 0x08: value = .boolean(false)
    case 0x09: value = .boolean(true)
    case 0x10...0x14: value = try readInteger(at: offset + 1, size: 1 << low)
    case 0x22:
      value = .real(Double(Float(bitPattern: UInt32(try readBits(at: offset + 1, size: 4)))))
    case 0x23: value = .real(Double(bitPattern: try readBits(at: offset + 1, size: 8)))
    case 0x33:
      let seconds = Double(bitPattern: try readBits(at: offset + 1, size: 8))
      guard seconds.isFinite else { throw failure("the date is not a number", at: offset) }
      value = .date(Date(timeIntervalSinceReferenceDate: seconds))
    case 0x80...0x8F: throw failure("UIDs are not supported", at: offset)
    case 0xC0...0xCF: throw failure("sets are not supported", at: offset)
    default: throw failure("an unknown kind of object", at: offset)
    }
    return Object(value: value, cost: Self.costOfObject, height: 0)
  }

  /// Reads data, or text in ASCII or UTF-16.
  private mutating func readUnits(at offset: Int) throws(PropertyListFormatError) -> Object {
    let kind = bytes[offset] >> 4
    let (count, start) = try readCount(at: offset)
    let size = kind == 0x6 ? 2 : 1
    guard count <= (end - start) / size else { throw failure("it is truncated", at: offset) }
    // A unit of UTF-16 takes up to three bytes in UTF-8.
    let cost = Self.costOfObject + count * (kind == 0x6 ? 3 : 1)
    try spend(cost, at: offset)
    let units = bytes[start..<(start + count * size)]
    let value: PropertyListValue
    switch kind {
    case 0x4:
      value = .data(Data(units))
    case 0x5:
      guard units.allSatisfy({ $0 < 128 }) else {
        throw failure("the text is not ASCII", at: offset)
      }
      value = .string(String(decoding: units, as: UTF8.self))
    default:
      let words = stride(from: start, to: start + 2 * count, by: 2).lazy.map { [bytes] in
        UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
      }
      guard let text = String(validating: words, as: UTF16.self) else {
        throw failure("the text is not UTF-16", at: offset)
      }
      value = .string(text)
    }
    return Object(value: value, cost: cost, height: 0)
  }

  private mutating func readContainer(
    at offset: Int,
    depth: Int
  ) throws(PropertyListFormatError) -> Object {
    let isDictionary = bytes[offset] >> 4 == 0xD
    let (count, start) = try readCount(at: offset)
    let references = isDictionary ? 2 : 1
    guard count <= (end - start) / (references * referenceSize) else {
      throw failure("it is truncated", at: offset)
    }
    var cost = Self.costOfObject * (1 + count)
    var height = 0
    try spend(cost, at: offset)

    func add(_ object: Object) throws(PropertyListFormatError) {
      cost += object.cost
      height = max(height, object.height)
      try refuse(cost: cost, at: offset)
    }
    guard isDictionary else {
      var values: [PropertyListValue] = []
      values.reserveCapacity(count)
      for index in 0..<count {
        let object = try readReference(at: start + index * referenceSize, depth: depth)
        try add(object)
        values.append(object.value)
      }
      return Object(value: .array(values), cost: cost, height: height + 1)
    }
    var values = [String: PropertyListValue](minimumCapacity: count)
    for index in 0..<count {
      let place = start + index * referenceSize
      let name = try readReference(at: place, depth: depth)
      guard case .string(let key) = name.value else {
        throw failure("a key is not a string", at: place)
      }
      let object = try readReference(at: place + count * referenceSize, depth: depth)
      try add(name)
      try add(object)
      guard values.updateValue(object.value, forKey: key) == nil else {
        throw failure("the key \"\(key)\" occurs twice", at: place)
      }
    }
    return Object(value: .dictionary(values), cost: cost, height: height + 1)
  }

  private mutating func readReference(
    at offset: Int,
    depth: Int
  ) throws(PropertyListFormatError) -> Object {
    guard let index = number(at: offset, size: referenceSize) else {
      throw failure("it refers to an object that does not exist", at: offset)
    }
    return try readObject(index, depth: depth + 1, from: offset)
  }
}
