public import MonikerDomain

/// The presenter of `moniker nickname check`: checks texts without a store.
public struct NicknameCheckPresenter: Sendable {
  private let policy: NicknamePolicy

  /// Makes the presenter for a policy.
  public init(policy: NicknamePolicy) {
    self.policy = policy
  }

  /// The size of the longest text that can be a nickname as it is typed, in bytes of UTF-8.
  public var maximumTypedBytes: Int { policy.maximumTypedBytes }

  /// Checks whether a text is a nickname.
  public func check(_ typed: String) -> NicknameCheckOutcome {
    do {
      return NicknameCheckOutcome(.accepted(try Nickname(typed, under: policy)), typed: typed)
    } catch {
      return NicknameCheckOutcome(.refused(error), typed: typed)
    }
  }

  /// Refuses a text that is too long to keep, by its size in bytes.
  public func refuseText(ofBytes count: Int) -> NicknameCheckOutcome {
    let reason = NicknameRejection.Reason.tooManyBytes(count, limit: policy.maximumBytes)
    return NicknameCheckOutcome(.refused(NicknameRejection(reason)), typed: nil)
  }

  /// Refuses bytes that are not UTF-8.
  public func refuseBytes() -> NicknameCheckOutcome {
    NicknameCheckOutcome(.notText, typed: nil)
  }
}
