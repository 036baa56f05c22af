#if Server
import Moniker
import MonikerData
import MonikerDomain
import MonikerModel
import MonikerPresentation
import MonikerRemote
import MonikerTool
import NIOCore

/// Makes the stores of services from the settings: the composition root of what only this program links.
struct RemoteConnector: ServiceConnector {
  static let tokenVariable = "MONIKER_TOKEN"
  static let timeoutVariable = "MONIKER_TIMEOUT"

  func open(_ request: ServiceRequest) throws(Problem) -> OpenService {
    // One thread serves the one connection of a command.
    NIOSingletons.groupLoopCountSuggestion = 1
    let environment = request.environment
    let address: ServiceAddress
    do {
      address = try ServiceAddress(request.setting.value)
    } catch {
      throw Problem(
        request.setting.wrong,
        "\"\(request.setting.value)\" is not a store for \(request.setting.saidAs). \(error)"
      )
    }
    let folder = try Self.folder(request)
    let tokens = try Self.tokens(of: address, in: folder, request)
    let console = Console()
    let notices = Notices()
    let keys = RecoveryKeys(
      request.given.keyFiles,
      console: console,
      prompt: request.prompt(on: console),
      notices: notices,
      tell: { request.tell($0, on: console) }
    )
    let offline = folder.map { folder in
      RemoteOffline(
        last: LastAnswerFile(in: folder, for: address),
        queue: SignOutQueue(path: "\(folder)/sign-outs"),
        signIns: PendingSignIns(in: folder, for: address),
        replacements: PendingReplacements(in: folder, for: address),
        tellQueued: { _ in
          notices.add(
            Message(
              "The service \(address) cannot be reached, or has failed. The session has ended here; the next "
                + "command that reaches the service ends it there."
            )
          )
        }
      )
    }
    let waiting = LinkWaiting(
      console: console,
      showsTime: console.notesGoToTerminal && !request.isJSON,
      now: environment.now,
      tell: { request.tell($0, on: console) }
    )
    let links = PendingLinks()
    let timeouts = try Self.timeouts(request)
    let repository = RemoteRepository(
      at: address,
      over: NotedTransport(inner: RemoteRepository.transport(to: address, timeouts: timeouts)),
      tokens: tokens,
      label: Self.label(environment),
      timeouts: timeouts,
      now: environment.now,
      newIntentionID: { .uuid(environment.random) },
      keepRecoveryKey: { key, account in keys.keep(key, of: account) },
      offline: offline,
      prove: { request throws(StoreFailure) in
        try await keys.proof(request, linkedBy: links.begin, waiting)
      },
      awaitApproval: { link, ask throws(StoreFailure) in
        do throws(RemoteError) {
          guard try await waiting.answer(to: link, ask) == nil else { return true }
          keys.end(.link(.expired))
        } catch {
          if case .store(let failure) = error { throw failure }
          keys.end(error)
        }
        return false
      }
    )
    links.begin(in: repository)
    return OpenService(
      store: repository,
      at: address.description,
      photos: RemotePhotoSource(
        of: repository,
        drawnBy: GeneratedPhotoSource(random: environment.random)
      ),
      device: RemoteServiceDevice(
        repository: repository,
        folder: folder,
        keys: keys,
        waiting: waiting,
        isIdentityToken: try request.variable(Self.tokenVariable)?.hasPrefix("mni_") == true
      ),
      notices: notices.all,
      close: { keys.close() }
    )
  }

  /// The folder of what this device keeps of services; nil with the token of another device, of which nothing is kept.
  private static func folder(_ request: ServiceRequest) throws(Problem) -> String? {
    guard try request.variable(tokenVariable) == nil else { return nil }
    do {
      return try request.home() + "/services"
    } catch {
      throw Problem(
        error.code,
        error.message
          + " On a machine without a home, set \(tokenVariable) to the token of a device."
      )
    }
  }

  private static func tokens(
    of address: ServiceAddress,
    in folder: String?,
    _ request: ServiceRequest
  ) throws(Problem) -> any DeviceTokenStore {
    if let text = try request.variable(tokenVariable) {
      guard let token = RemoteSecret(text) else {
        throw Problem(
          .configuration,
          "The variable \(tokenVariable) does not hold a token. Set it to one, or unset it."
        )
      }
      return GivenToken(token, named: tokenVariable)
    }
    guard let folder else { return DeviceTokenVariable() }
    return DeviceTokenFile(in: folder, for: address)
  }

  private static func timeouts(
    _ request: ServiceRequest
  ) throws(Problem) -> RemoteTimeouts {
    guard let text = try request.variable(timeoutVariable) else {
      return RemoteTimeouts(isForAllCalls: true)
    }
    let limit = try Lifetime.read(
      text,
      of: "the variable \(timeoutVariable)",
      wrong: .configuration
    )
    let usual = RemoteTimeouts()
    return RemoteTimeouts(
      connect: min(usual.connect, limit),
      answer: min(usual.answer, limit),
      call: limit,
      outage: limit,
      isForAllCalls: true
    )
  }

  /// What the list of devices calls this one.
  private static func label(_ environment: Environment) -> String {
    environment.origin.host.map { "moniker on \($0)" } ?? "moniker"
  }
}
#endif
