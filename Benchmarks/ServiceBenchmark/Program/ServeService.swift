import ArgumentParser
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import Moniker
import MonikerData
import MonikerDomain
import NIOCore
import ServiceLifecycle

/// The service, as `moniker-server` composes it, with a route that answers without a store.
struct ServeService: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "service",
    abstract: "Serve a store, and /benchmark/N: N bytes after the middleware of every request."
  )

  /// The arguments of `moniker-server serve`.
  @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

  func run() async throws {
    try await Serve.parse(arguments).run { router in
      router.get("benchmark/{count}") { _, context in try Response.bytes(context) }
    }
  }
}

/// Hummingbird with nothing but a route.
struct ServeBare: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bare",
    abstract: "Serve /benchmark/N, N bytes, by Hummingbird alone."
  )

  @Option var port: Int
  @Option var readyFd: Int32?

  func run() async throws {
    let router = Router()
    router.get("benchmark/{count}") { _, context in try Response.bytes(context) }
    let readiness = Readiness(descriptor: readyFd, socketPath: nil)
    var logger = Logger(label: "bare")
    logger.logLevel = .error
    let application = Application(
      router: router,
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
      onServerRunning: { _ in readiness.announce() },
      logger: logger
    )
    try await application.runService()
  }
}

extension Response {
  /// A response with the number of bytes that the address names.
  fileprivate static func bytes(_ context: some Hummingbird.RequestContext) throws -> Response {
    let count = try context.parameters.require("count", as: Int.self)
    return Response(
      status: .ok,
      headers: [.contentType: "application/json; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(repeating: UInt8(ascii: "x"), count: count))
    )
  }
}
