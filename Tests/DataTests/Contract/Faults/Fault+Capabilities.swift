import MonikerContract
import MonikerDomain
import MonikerModel

extension Fault {
  /// A store that cannot do something that a law may need, and otherwise has no fault.
  static func lacking(_ capabilities: Set<StoreCapability>) -> Fault {
    var fault = Fault("lacks \(capabilities)", .lacks(capabilities))
    if capabilities.contains(.seesEverything) {
      fault = fault.and { (scope: inout StoreScope, _) in scope = .device(scope.deviceID) }
        .and { (context: inout ChangeContext, _) in context = context.inView }
        .and { (change: inout SignInChange, _) in
          change = change.with(context: change.context.inView)
        }
    }
    if capabilities.contains(.demandsNoProof) {
      fault = fault.and { (change: inout SignInChange, _) in
        if change.proof == .notDemanded { change = change.with(proof: SignInProof.notGiven) }
      }
    }
    return fault
  }
}

extension ChangeContext {
  /// The same call by its device, which sees its own view alone.
  fileprivate var inView: ChangeContext {
    var context = ChangeContext(
      at: time,
      in: .device(deviceID),
      from: origin,
      intention: intention,
      content: content
    )
    context.location = location
    return context
  }
}

extension SignInChange {
  fileprivate func with(proof: SignInProof? = nil, context: ChangeContext? = nil) -> SignInChange {
    SignInChange(
      nickname: nickname,
      newAccountID: newAccountID,
      newSessionID: newSessionID,
      on: terms,
      proof: proof ?? self.proof,
      recoveryKey: recoveryKey,
      token: token,
      at: context ?? self.context
    )
  }
}
