#if Server
import Foundation
package import NIOSSL

/// A certificate authority of the test's own, and servers with certificates of it; openssl makes them.
package final class Certificates: Sendable {
  private let folder: URL

  /// Makes the authority.
  package init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "moniker-tls-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    try make("authority", "basicConstraints = critical, CA:TRUE")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The certificate of the authority.
  package var authority: NIOSSLCertificate {
    get throws {
      let file = folder.appending(path: "authority.pem").path
      return try NIOSSLCertificate.fromPEMFile(file)[0]
    }
  }

  /// What a server needs for TLS.
  ///
  /// - Parameters:
  ///   - name: the name in the certificate, such as `IP:127.0.0.1`.
  ///   - isSelfSigned: whether the certificate is its own authority.
  package func server(for name: String, isSelfSigned: Bool = false) throws -> NIOSSLContext {
    let signer = [
      "-CA", folder.appending(path: "authority.pem").path,
      "-CAkey", folder.appending(path: "authority.key").path,
    ]
    try make(
      "server",
      "basicConstraints = critical, CA:FALSE\nsubjectAltName = \(name)",
      isSelfSigned ? [] : signer
    )
    return try NIOSSLContext(
      configuration: .makeServerConfiguration(
        certificateChain: NIOSSLCertificate.fromPEMFile(folder.appending(path: "server.pem").path)
          .map { .certificate($0) },
        privateKey: .privateKey(
          NIOSSLPrivateKey(file: folder.appending(path: "server.key").path, format: .pem)
        )
      )
    )
  }

  private func make(_ name: String, _ extensions: String, _ signer: [String] = []) throws {
    let settings = folder.appending(path: "\(name).cnf")
    let text = """
      [req]
      distinguished_name = subject
      x509_extensions = extensions
      prompt = no
      [subject]
      CN = moniker test \(name)
      [extensions]
      \(extensions)
      """
    try Data(text.utf8).write(to: settings)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      [
        "openssl", "req", "-x509", "-config", settings.path, "-days", "2", "-nodes",
        "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
        "-keyout", folder.appending(path: "\(name).key").path,
        "-out", folder.appending(path: "\(name).pem").path,
      ] + signer
    process.standardInput = FileHandle.nullDevice
    let output = Pipe()
    process.standardError = output
    try process.run()
    let messages = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(messages: String(decoding: messages, as: UTF8.self))
    }
  }

  struct Failure: Error {
    let messages: String
  }
}
#endif
