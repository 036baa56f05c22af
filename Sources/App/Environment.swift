import Glibc
import Moniker
import MonikerDomain
import MonikerPresentation

/// The program's inputs from the system: variables, working folder, user, clock, random IDs, origin.
///
/// All other code receives them as parameters.
struct Environment: Sendable {
  /// Returns the value of an environment variable; nil if it is not set or empty.
  ///
  /// It throws for a value that is not UTF-8: a repaired value would name another file.
  let variable: @Sendable (String) throws(Problem) -> String?

  /// Returns the working folder; nil if the system does not report it or it is not UTF-8.
  let workingFolder: @Sendable () -> String?

  /// The effective user of the process, whose files are trusted.
  let userID: UInt32

  let now: @Sendable () -> Timestamp

  /// Returns 64 random bits.
  let random: @Sendable () -> UInt64
  let origin: Origin

  /// The executor of the stores' blocking calls; nil for one with threads of its own.
  var blockingCalls: (any SerialExecutor)?

  /// The owner of the stores: this process.
  var owner: StoreOwner {
    StoreOwner(now: now, random: random)
  }

  /// The environment of this process.
  static var process: Environment {
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
      origin: ProcessEnvironment.origin
    )
  }
}
