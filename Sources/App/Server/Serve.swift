#if Server
import ArgumentParser
import Logging
import ServiceLifecycle
import UnixSignals

/// `moniker-server serve`: answers requests until SIGTERM or SIGINT, then ends those that it has begun.
struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Answers requests until SIGTERM or SIGINT."
  )

  @Option(help: "The host name or address to listen on.")
  var hostname = "127.0.0.1"

  @Option(help: "The port to listen on, from 0 to 65535; 0 takes any that is free.")
  var port = 8686

  func validate() throws {
    guard 0...65_535 ~= port else { throw ValidationError("The port is a number from 0 to 65535.") }
  }

  func run() async throws {
    let logger = Logger(label: "moniker-server") { StreamLogHandler.standardError(label: $0) }
    let service = HTTPService.application(hostname: hostname, port: port, logger: logger)
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [service],
        gracefulShutdownSignals: [.sigterm, .sigint],
        logger: logger
      )
    )
    try await group.run()
  }
}
#endif
