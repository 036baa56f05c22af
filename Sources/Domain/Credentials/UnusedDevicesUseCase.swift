/// Clears away the registered devices without a stored session, open or ended.
///
/// A device is registered before it signs in by a link, and nobody may approve that link. The sessions of others have
/// gone with their account, or with the oldest of its history.
public struct UnusedDevicesUseCase: Sendable {
  private let devices: any DeviceRepository
  private let suspensions: any SuspensionRepository
  private let context: RequestContext
  private let now: @Sendable () -> Timestamp

  /// Creates the use case over a store.
  ///
  /// - Parameters:
  ///   - store: the store.
  ///   - context: the context of the calls, which sees everything.
  ///   - now: returns the present time.
  public init(
    store: some DeviceRepository & SuspensionRepository,
    in context: RequestContext,
    now: @escaping @Sendable () -> Timestamp
  ) {
    devices = store
    suspensions = store
    self.context = context
    self.now = now
  }

  /// Forgets the devices of a page of all devices that have no stored session.
  ///
  /// - Parameters:
  ///   - page: selects the page.
  ///   - age: how long ago the devices were registered at least.
  /// - Returns: the next page; nil behind the last one.
  /// - Throws: ``AccountError/store(_:)``, also for a cursor that is not one of the list of devices.
  public func forget(
    among page: PageRequest,
    olderThan age: Duration
  ) async throws(AccountError) -> PageCursor? {
    let end = now().advanced(by: .zero - age)
    let found: Page<Device>
    do {
      found = try await devices.devices(page, in: context.scope)
    } catch {
      // A list has no other error.
      guard case .store(let failure) = error else { return nil }
      throw .store(failure)
    }
    let old = found.entries.filter { $0.registeredAt < end }
    if !old.isEmpty {
      _ = try await suspensions.forgetUnused(old.map(\.id), registeredBefore: end, in: context)
    }
    return found.next
  }
}
