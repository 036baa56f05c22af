#if Server
import Hummingbird
import HummingbirdCore
import MonikerDomain
import MonikerPresentation

/// The caller's device, and the other devices of its accounts.
struct DeviceRoutes {
  let parts: ServiceParts

  /// Adds the operations below `/v1`.
  func add(to group: RouterGroup<ServiceContext>) {
    group.get("devices", use: list)
    group.delete("device", use: forget)
    group.post("device/token", use: rotate)
  }

  /// A device in JSON; `current` says whether it is the caller's.
  private struct DeviceDocument: Encodable {
    let deviceID: String
    let label: String?
    let registeredAt: String
    let host: String?
    let current: Bool

    init(_ device: Device, of caller: Device) {
      deviceID = device.id.description
      label = device.label
      registeredAt = device.registeredAt.description
      host = device.origin.host
      current = device.id == caller.id
    }

    private enum CodingKeys: CodingKey { case deviceID, label, registeredAt, host, current }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(deviceID, forKey: .deviceID)
      try container.encode(label, forKey: .label)
      try container.encode(registeredAt, forKey: .registeredAt)
      try container.encode(host, forKey: .host)
      try container.encode(current, forKey: .current)
    }
  }

  private struct DevicesDocument: Encodable {
    let devices: [DeviceDocument]
    let next: String?
  }

  @Sendable private func list(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    let device = try context.device()
    let found = try await context.useCases(parts).devices.list(try request.page())
    return try DevicesDocument(
      devices: found.entries.map { DeviceDocument($0, of: device) },
      next: found.next?.description
    ).response(.ok, request, context)
  }

  @Sendable private func forget(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    let device = try context.device()
    let ended = try await context.useCases(parts).devices.forget(device.id)
    var response = try SessionRoutes.EndedDocument(ended: ended.map(SessionDocument.init))
      .response(.ok, request, context)
    if context.caller?.device?.isCookie == true {
      response.setCookie(parts.access.emptyCookie)
    }
    return response
  }

  private struct RotationBody: Decodable {
    let tokenIn: TokenPlace?
  }

  private struct TokenDocument: Encodable {
    let token: String?
  }

  @Sendable private func rotate(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    let useCases = try context.useCases(parts)
    // A repetition needs no key: it gives a new token in place of one that was never used.
    let (body, _) = try await request.repeatable(RotationBody.self, context)
    let token = try await useCases.rotated(to: parts.secret(.token))
    let isCookie = body.tokenIn == .cookie
    var response = try TokenDocument(token: isCookie ? nil : token.text)
      .response(.created, request, context)
    if isCookie { response.setCookie(parts.access.cookie(with: token)) }
    return response
  }
}
#endif
