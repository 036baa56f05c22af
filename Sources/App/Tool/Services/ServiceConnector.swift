package import MonikerDomain
package import MonikerPresentation

/// Reaches the stores of services.
package protocol ServiceConnector: Sendable {
  /// Opens the store of a service; no connection is made before its first call.
  ///
  /// - Throws: `usage` or `configuration` for a setting that names no service; `configuration` if this program
  ///   cannot reach services.
  func open(_ request: ServiceRequest) throws(Problem) -> OpenService
}

/// What opens the store of a service.
package struct ServiceRequest: Sendable {
  /// The setting that names the service.
  package let setting: StoreSetting

  /// The values of the command's options.
  package let given: GivenOptions

  package let environment: Environment

  /// Returns the value of an environment variable; nil if it is not set or empty.
  ///
  /// - Throws: `configuration` for a value that is not UTF-8.
  package func variable(_ name: String) throws(Problem) -> String? {
    try environment.variable(name)
  }

  /// Returns the folder of this user's stores.
  ///
  /// - Throws: `configuration` if no variable names one.
  package func home() throws(Problem) -> String { try Home(environment.variable).path }

  /// Whether the command writes JSON.
  package var isJSON: Bool { given.isJSON }

  /// Writes what a person must read while the command runs to standard error, even if it is quiet.
  package func tell(_ text: String, on console: Console) {
    guard isJSON, let document = try? JSONDocument.text(forNotice: text) else {
      return console.note(text)
    }
    console.note(document)
  }

  /// Returns the prompt of the command; nil if nobody can be asked.
  package func prompt(on console: Console) -> Prompt? {
    guard console.canAsk, !given.isWithoutInput else { return nil }
    return Prompt(
      console: console,
      style: OutputStyle(given, console: console, variable: environment.variable)
    )
  }
}

/// The open store of a service, with what belongs to it.
package struct OpenService: Sendable {
  let store: any PersonalStore
  let address: String
  let photos: any PhotoSource
  let device: any ServiceDevice
  let notices: @Sendable () -> [Message]
  let close: @Sendable () async -> Void

  /// Makes the value.
  ///
  /// - Parameters:
  ///   - store: the store.
  ///   - address: the address of the service.
  ///   - photos: the photos of the service.
  ///   - device: what this device can do there.
  ///   - notices: returns notices about what happened while the command ran.
  ///   - close: closes what is open.
  package init(
    store: any PersonalStore,
    at address: String,
    photos: any PhotoSource,
    device: any ServiceDevice,
    notices: @escaping @Sendable () -> [Message],
    close: @escaping @Sendable () async -> Void
  ) {
    self.store = store
    self.address = address
    self.photos = photos
    self.device = device
    self.notices = notices
    self.close = close
  }
}

/// The connector of code that has none.
struct NoServices: ServiceConnector {
  func open(_ request: ServiceRequest) throws(Problem) -> OpenService {
    throw Problem(.configuration, "This program reaches no services.")
  }
}
