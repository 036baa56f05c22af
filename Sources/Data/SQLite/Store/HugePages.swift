import Glibc

extension UnsafeRawBufferPointer {
  /// Asks the system to keep the memory in huge pages, if it has some.
  ///
  /// A processor knows where few pages are. When memory is used at random places, it must also read the page table
  /// for nearly each use of a page of 4 KB.
  ///
  /// Source: madvise(2), MADV_HUGEPAGE. A system without huge pages ignores the call.
  func preferHugePages() {
    guard let start = baseAddress else { return }
    let pageSize = UInt(sysconf(Int32(_SC_PAGESIZE)))
    let first = (UInt(bitPattern: start) + pageSize - 1) / pageSize * pageSize
    let end = UInt(bitPattern: start + count) / pageSize * pageSize
    guard first < end else { return }
    madvise(UnsafeMutableRawPointer(bitPattern: first), Int(end - first), MADV_HUGEPAGE)
  }
}
