import Moniker
import MonikerDomain
import MonikerPresentation

/// The device of this home, for a store that several homes share.
enum DeviceSetting {
  static let variableName = StoreRules.deviceVariable

  /// Reads the variable; without it, returns the local device.
  ///
  /// - Throws: `configuration` for a value that is not the ID of a device.
  static func read(_ environment: Environment) throws(Problem) -> DeviceID {
    guard let value = try environment.variable(variableName) else { return .local }
    guard let device = DeviceID(value) else {
      throw Problem(
        .configuration,
        "\"\(value)\" is not the ID of a device for the variable \(variableName). "
          + "Give 32 hexadecimal digits with hyphens, as uuidgen prints them."
      )
    }
    return device
  }
}
