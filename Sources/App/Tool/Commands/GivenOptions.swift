/// The values of the options that all commands on a store have.
package struct GivenOptions: Hashable, Sendable {
  /// The value of `--store`; nil if it was not given.
  var store: String?

  /// The value of `--as`; nil if it was not given, or the command has no such option.
  var nickname: String?

  package var isJSON = false
  package var isQuiet = false
  package var isWithoutInput = false
  var isWithoutColor = false

  /// The files of recovery keys.
  package var keyFiles = KeyFiles()

  /// Whether the command needs the network, on the store of a service.
  package var network = NetworkUse.needed
}

extension AnswerOptions {
  var given: GivenOptions { GivenOptions(isJSON: json, isWithoutColor: noColor) }
}

extension OutputOptions {
  var given: GivenOptions {
    var given = answer.given
    given.store = store
    given.isQuiet = quiet
    given.isWithoutInput = noInput
    return given
  }
}

extension Command {
  var given: GivenOptions {
    var given = output.given
    given.nickname = actingAs
    given.keyFiles = keyFiles
    given.network = network
    return given
  }
}
