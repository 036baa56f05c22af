#if Server
import MonikerDomain
import MonikerRemote

/// A token that the person has set in a variable, which this program cannot replace.
struct GivenToken: DeviceTokenStore {
  private let token: RemoteSecret
  private let name: String

  var origin: String? { "the variable \(name)" }

  /// Makes the value.
  ///
  /// - Parameters:
  ///   - token: the token.
  ///   - name: the name of the variable.
  init(_ token: RemoteSecret, named name: String) {
    self.token = token
    self.name = name
  }

  func load() -> RemoteSecret? { token }

  /// Does nothing: the program cannot set the variable.
  func save(_ token: RemoteSecret?) {}

  func lock() -> (any Sendable)? { () }
}
#endif
