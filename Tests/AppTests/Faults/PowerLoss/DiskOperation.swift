/// Something that a program does to a disk, as far as a loss of power is concerned.
enum DiskOperation: Sendable {
  case make(String, file: Int)
  /// A file has one more name.
  case link(String, file: Int)
  case makeFolder(String)
  case write([UInt8], file: Int, offset: Int)
  case resize(file: Int, Int)
  case sync(file: Int)
  case syncFolder(String)
  case rename(String, String)
  case remove(String)
  /// The answer is written: from here on what it tells has to be there.
  case acknowledge
}
