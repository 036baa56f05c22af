import ArgumentParser

/// The option `--keep-devices`.
struct KeepDevicesOption: ParsableArguments {
  @Flag(
    name: .customLong("keep-devices"),
    help: "Keep the tokens of devices valid, also those revoked since."
  )
  var keepsDevices = false
}
