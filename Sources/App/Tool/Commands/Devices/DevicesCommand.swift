import ArgumentParser
import MonikerDomain
import MonikerPresentation

/// The commands `moniker devices …`.
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "List and forget the devices of your accounts (services only).",
    discussion: """
      EXAMPLES:
        moniker devices                  An asterisk marks this one.
        moniker devices forget 3f2a      Ends your sessions on another device.
        moniker devices forget --this    Signs out all, and forgets this device.

      Identity tokens that another device made stay valid: revoke them with
      `moniker token revoke`.
      """,
    subcommands: [DevicesList.self, DevicesForget.self],
    defaultSubcommand: DevicesList.self
  )
}

/// The command `moniker devices [list]`.
struct DevicesList: Command {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the devices on which the accounts of this device are signed in."
  )

  @OptionGroup var output: OutputOptions

  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    let service = try services.service(for: "Devices exist")
    return Response(outcome: DevicesOutcome(try await service.devices(), store: services.store))
  }
}

/// The command `moniker devices forget ID | --this`.
struct DevicesForget: Command {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "End the sessions of your accounts on a device.",
    discussion: """
      Sessions of other people on another device stay. This device is forgotten as a
      whole: its token proves nothing from then on.
      """
  )

  @Argument(help: "The ID of another device, or its first characters.")
  var id: String?

  @Flag(help: "Forget this device.")
  var this = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard (id != nil) != this else {
      throw ValidationError("Give either the ID of another device or --this.")
    }
  }

  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    let service = try services.service(for: "Devices exist")
    let devices = try await service.devices()
    guard let id else {
      let ended = try await service.forget()
      guard let current = devices.first(where: \.isCurrent) else {
        throw Problem(.notSignedIn, "The service does not know this device.")
      }
      return Response(
        outcome: DeviceForgottenOutcome(current, ended: ended, store: services.store)
      )
    }
    let prefix = IdentifierPrefix<Device>(id)
    let found = devices.filter { prefix?.begins($0.device.id) ?? false }
    guard let entry = found.first else {
      throw Problem(
        .noSuchDevice,
        "No device of your accounts has the ID \(id). List them with: moniker devices"
      )
    }
    guard found.count == 1 else {
      throw Problem(
        .ambiguous,
        "Several devices have an ID that begins with \(id). Give more characters."
      )
    }
    guard !entry.isCurrent else {
      throw Problem(.usage, "That is this device. Forget it with: moniker devices forget --this")
    }
    let ended = try await end(sessionsOn: entry.device.id, services.sessions)
    return Response(outcome: DeviceForgottenOutcome(entry, ended: ended, store: services.store))
  }

  private func end(
    sessionsOn device: DeviceID,
    _ sessions: SessionsUseCase
  ) async throws(Problem) -> Int {
    var count = 0
    do throws(SessionError) {
      let (list, _) = try await sessions.list(endedLimit: 0)
      for entry in list.entries
      where entry.session.deviceID == device && entry.session.ending == nil {
        count += try await sessions.end(.session(entry.session.id)).entries.count
      }
    } catch {
      throw Problem(error)
    }
    return count
  }
}
