import MonikerDomain

/// One operation of one process, drawn from a seed so that the check can draw it again.
struct TortureStep: Hashable, Sendable {
  /// The settings of the stores, with a history limit that is low enough to remove events during a
  /// long run.
  static let settings = StoreSettings(historyLimit: 200)

  /// The number of the process, from 0 on; the successor of a killed process has the same number.
  let process: Int

  /// The index of the operation in the process, from 0 on.
  let number: Int

  /// The origin, by which events identify their step.
  var origin: Origin { Origin(host: "process \(process)", terminal: "\(number)") }

  /// The number of devices that the processes use.
  static let devices = 4

  /// The device of the process; two of eight processes share one.
  var deviceID: DeviceID { Sample.deviceID(process % Self.devices + 1) }

  /// The circumstances of the operation; some have only a device's view.
  ///
  /// What ends the sessions of all accounts is of one moment. A store whose events are in the order of each account
  /// alone puts it in the order of changes only for the accounts of the device, which it locks.
  func circumstances(of intention: Intention, _ numbers: EventNumbers) -> Circumstances {
    let isNarrow =
      switch intention {
      case .endSessions(.all, _), .endSessions(.others, _): numbers == .ascendingByAccount
      default: false
      }
    return Circumstances(
      origin: origin,
      accounts: 40,
      scope: isNarrow || number % 4 == 3 ? .device(deviceID) : .everything(on: deviceID)
    )
  }

  init(process: Int, number: Int) {
    self.process = process
    self.number = number
  }

  /// The step with this origin; nil for an event without an author.
  init?(_ origin: Origin) {
    guard let host = origin.host, host.hasPrefix("process "), let process = Int(host.dropFirst(8)),
      let number = origin.terminal.flatMap({ Int($0) })
    else { return nil }
    self.init(process: process, number: number)
  }

  /// The operation, with `processes` processes at work.
  ///
  /// The recording of all expiries is of one moment. With the times that are drawn here, a session that is opened
  /// after that moment may have expired at it, so a store whose events are in the order of each account alone has a
  /// test of its own for it.
  func intention(seed: UInt64, processes: Int, _ numbers: EventNumbers) -> Intention {
    let intention = intention(seed: seed, processes: processes)
    if numbers == .ascendingByAccount, case .recordExpiries = intention { return .reopen }
    return intention
  }

  private func intention(seed: UInt64, processes: Int) -> Intention {
    var generator = SeededGenerator(
      seed: seed ^ (UInt64(process) << 32 | UInt64(number)) &* 0xD134_2543_DE82_EF95
    )
    func draw(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }
    func few(_ limit: Int64) -> Int64? {
      Bool.random(using: &generator) ? Int64.random(in: 1...limit, using: &generator) : nil
    }
    let place = number * processes + process
    let time = Int64(place * 10) + Int64.random(in: -40...40, using: &generator)
    let name = Intention.names.randomElement(using: &generator) ?? "z"
    let subject = Bool.random(using: &generator) ? nil : Intention.names[draw(0..<21)]
    switch draw(0..<100) {
    case 0..<36:
      let lifetime = draw(0..<4) == 0 ? few(500_000) : few(400)
      return .signIn(
        name,
        newID: place,
        at: time,
        lasting: lifetime,
        sliding: lifetime != nil && Bool.random(using: &generator),
        renewing: few(400)
      )
    case 36..<44: return .assign(name, account: draw(0..<40), at: time)
    case 44..<56: return .rename(subject, to: name, at: time)
    case 56..<64: return .activate(name, at: time)
    case 64..<67: return .remove(account: draw(0..<40), at: time)
    case 67..<69:
      return .save(account: draw(0..<40), version: draw(0..<3), text: draw(0..<4), at: time)
    case 69..<71: return .recordExpiries(at: time)
    case 71..<74:
      let distance: Int64 = [-200_000, 0, 61_000, 61_000].randomElement(using: &generator) ?? 0
      return .renew(subject, at: time + distance)
    case 74..<80:
      let scopes: [Intention.Scope] = [
        .session(draw(0..<place + 1)), .subject(subject), .others(subject),
        .otherDevices(subject), .all,
      ]
      let scope = scopes.randomElement(using: &generator) ?? .all
      return .endSessions(scope, at: time)
    case 80..<82: return .list(limit: draw(0..<6))
    case 82..<84: return .find("5", limit: draw(0..<9))
    case 84..<88:
      let account = subject == nil ? nil : draw(0..<40)
      return .look(account: account, since: few(max(1, time)), limit: draw(0..<20))
    case 88..<91: return .reopen
    default: return .end(subject, at: time, naming: draw(0..<4))
    }
  }
}
