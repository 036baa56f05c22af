import Glibc
import Moniker
package import MonikerDomain
import MonikerPresentation

/// The program's inputs from the system: variables, working folder, user, clock, random IDs, origin.
///
/// All other code receives them as parameters.
package struct Environment: Sendable {
  /// Returns the value of an environment variable; nil if it is not set or empty.
  ///
  /// It throws for a value that is not UTF-8: a repaired value would name another file.
  let variable: @Sendable (String) throws(Problem) -> String?

  /// Returns the working folder; nil if the system does not report it or it is not UTF-8.
  let workingFolder: @Sendable () -> String?

  /// The effective user of the process, whose files are trusted.
  package let userID: UInt32

  package let now: @Sendable () -> Timestamp

  /// Returns 64 random bits.
  package let random: @Sendable () -> UInt64
  package let origin: Origin

  /// Reaches the stores of services.
  let services: any ServiceConnector

  /// The executor of the stores' blocking calls; nil for one with threads of its own.
  var blockingCalls: (any SerialExecutor)?

  /// The owner of the stores: this process.
  var owner: StoreOwner {
    StoreOwner(now: now, random: random)
  }

  /// The environment of this task: the completion of an argument gets no parameter.
  @TaskLocal static var present: Environment = .process(NoServices())

  /// The environment of this process.
  static func process(_ services: any ServiceConnector) -> Environment {
    Environment(
      variable: { name throws(Problem) in
        do throws(SettingError) {
          return try ProcessEnvironment.variable(name)
        } catch {
          throw Problem(.configuration, "\(error) \(error.advice)")
        }
      },
      workingFolder: { ProcessEnvironment.workingFolder },
      userID: geteuid(),
      now: ProcessEnvironment.now,
      random: ProcessEnvironment.random,
      origin: ProcessEnvironment.origin,
      services: services
    )
  }
}
