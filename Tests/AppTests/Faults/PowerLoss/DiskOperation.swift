/// An operation of a program on a disk that matters for a loss of power.
enum DiskOperation: Sendable {
  case make(String, file: Int)
  /// A name is added to a file.
  case link(String, file: Int)
  case makeFolder(String)
  case write([UInt8], file: Int, offset: Int)
  case resize(file: Int, Int)
  case sync(file: Int)
  case syncFolder(String)
  case rename(String, String)
  case remove(String)
  /// The answer is written: from here on, the change that it reports must be durable.
  case acknowledge
}
