#if Server
import Glibc

/// A port of 127.0.0.1 on which no server listens, and none can while this value exists.
struct ClosedPort: ~Copyable {
  let number: Int
  private let descriptor: Int32

  init() throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        bind(descriptor, generic, size) == 0 ? getsockname(descriptor, generic, &size) : -1
      }
    }
    guard descriptor >= 0, status == 0 else { throw Failure(number: errno) }
    self.descriptor = descriptor
    number = Int(UInt16(bigEndian: address.sin_port))
  }

  deinit { close(descriptor) }

  struct Failure: Error {
    let number: Int32
  }
}
#endif
