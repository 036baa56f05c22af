#if Server
import ArgumentParser
import FoundationEssentials
import Glibc
import MonikerDomain
import NIOSSL

extension ServeOptions {
  /// Reads the certificate and its key.
  ///
  /// - Returns: the settings of TLS; nil without a certificate.
  /// - Throws: `ValidationError` that names the file that cannot be used.
  func tls() throws -> TLSConfiguration? {
    guard let tlsCertificate, let tlsKey else { return nil }
    let chainBytes = try Self.bytes(of: tlsCertificate)
    let keyBytes = try Self.bytes(of: tlsKey)
    guard let chain = try? NIOSSLCertificate.fromPEMBytes(chainBytes), !chain.isEmpty else {
      throw ValidationError("\(tlsCertificate.visible) does not contain a certificate in PEM.")
    }
    guard let key = try? NIOSSLPrivateKey(bytes: keyBytes, format: .pem) else {
      throw ValidationError(
        "\(tlsKey.visible) does not contain a private key in PEM without a passphrase."
      )
    }
    let configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) },
      privateKey: .privateKey(key)
    )
    guard (try? NIOSSLContext(configuration: configuration)) != nil else {
      throw ValidationError(
        "The key in \(tlsKey.visible) is not the key of the first certificate in "
          + "\(tlsCertificate.visible)."
      )
    }
    return configuration
  }

  private static func bytes(of file: String) throws -> [UInt8] {
    do {
      return try [UInt8](Data(contentsOf: URL(filePath: file)))
    } catch {
      let isReadable = Glibc.access(file, R_OK) == 0
      let reason = isReadable ? "it is not a file" : String(cString: strerror(errno))
      throw ValidationError("\(file.visible) cannot be read: \(reason).")
    }
  }
}
#endif
