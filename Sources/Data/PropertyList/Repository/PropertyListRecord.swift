import MonikerDomain
import MonikerFiles
import MonikerPropertyList

/// A dictionary of a property list, read by key.
///
/// A key that is missing or has a value of another type means a damaged file. The failure names the
/// key and the dictionary.
struct PropertyListRecord {
  private let content: [String: PropertyListValue]
  private let name: String
  private let path: String

  /// - Parameters:
  ///   - name: the name of the dictionary in failures.
  ///   - path: the file.
  init(_ content: [String: PropertyListValue], named name: String, at path: String) {
    self.content = content
    self.name = name
    self.path = path
  }

  func string(_ key: String) throws(StoreFailure) -> String {
    guard let string = try optionalString(key) else { throw damaged(key) }
    return string
  }

  func optionalString(_ key: String) throws(StoreFailure) -> String? {
    switch content[key] {
    case nil: return nil
    case .string(let string)?: return string
    default: throw damaged(key)
    }
  }

  func integer(_ key: String) throws(StoreFailure) -> Int64 {
    guard case .integer(let integer)? = content[key] else { throw damaged(key) }
    return integer
  }

  /// A count from 0 to 2^53, so that adding to it cannot overflow.
  func count(_ key: String) throws(StoreFailure) -> Int {
    let count = try integer(key)
    guard (0...1 << 53).contains(count) else { throw damaged(key) }
    return Int(count)
  }

  func has(_ key: String) -> Bool {
    content[key] != nil
  }

  func timestamp(_ key: String) throws(StoreFailure) -> Timestamp {
    let milliseconds = try integer(key)
    guard Timestamp.range.contains(milliseconds) else { throw damaged(key) }
    return Timestamp(millisecondsSince1970: milliseconds)
  }

  func optionalTimestamp(_ key: String) throws(StoreFailure) -> Timestamp? {
    content[key] == nil ? nil : try timestamp(key)
  }

  func identifier<Subject>(_ key: String) throws(StoreFailure) -> Identifier<Subject> {
    guard let identifier = Identifier<Subject>(try string(key)) else { throw damaged(key) }
    return identifier
  }

  /// The dictionaries of an array.
  func records(_ key: String) throws(StoreFailure) -> [PropertyListRecord] {
    guard case .array(let values)? = content[key] else { throw damaged(key) }
    var records: [PropertyListRecord] = []
    for (position, value) in values.enumerated() {
      let name = "\(key)[\(position)]"
      guard case .dictionary(let content) = value else {
        throw .damaged(at: path, "\(name) is not a dictionary")
      }
      records.append(PropertyListRecord(content, named: name, at: path))
    }
    return records
  }

  /// The failure for a value that this program never writes.
  func damaged(_ key: String) -> StoreFailure {
    StoreFailure(
      .damaged,
      at: path,
      detail: "\"\(key)\" in \(name) is missing or has an invalid value"
    )
  }
}
