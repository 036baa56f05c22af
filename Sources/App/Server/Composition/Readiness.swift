#if Server
import Glibc

/// Tells a supervisor that the service answers requests.
struct Readiness: Sendable {
  /// A descriptor that gets a line; nil for none.
  let descriptor: Int32?

  /// The address of the socket of a service manager (sd_notify); nil for none.
  let socketPath: String?

  /// Tells it once; a supervisor that does not listen is no reason to stop.
  func announce() {
    if let descriptor {
      _ = write(descriptor, "ready\n", 6)
      close(descriptor)
    }
    if let socketPath { notify(socketPath) }
  }

  private func notify(_ path: String) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
    // An abstract socket is written with @ in place of its first byte, which is 0.
    if bytes.first == UInt8(ascii: "@") { bytes[0] = 0 }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        _ = sendto(descriptor, "READY=1", 7, Int32(MSG_NOSIGNAL), address, length)
      }
    }
  }
}
#endif
