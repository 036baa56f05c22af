import ArgumentParser
import Glibc

/// The program of `Benchmarks/service`.
@main
struct ServiceBenchmark: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "The service with a route to compare it with, and Hummingbird alone.",
    subcommands: [Fill.self, ServeService.self, ServeBare.self]
  )

  static func main() async {
    signal(SIGPIPE, SIG_IGN)
    await main(nil)
  }
}
