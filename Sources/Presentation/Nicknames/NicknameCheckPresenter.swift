public import MonikerDomain

/// Tells of any text whether it is a nickname; it needs no store.
public struct NicknameCheckPresenter: Sendable {
  private let policy: NicknamePolicy

  /// Makes the presenter for a policy.
  public init(policy: NicknamePolicy) {
    self.policy = policy
  }

  /// How many bytes of a text are looked at: one that has more is no nickname, whatever they are.
  public var maximumTypedBytes: Int { policy.maximumTypedBytes }

  /// Tells whether a text is a nickname.
  public func check(_ typed: String) -> NicknameCheckOutcome {
    do {
      return NicknameCheckOutcome(.accepted(try Nickname(typed, under: policy)), typed: typed)
    } catch {
      return NicknameCheckOutcome(.refused(error), typed: typed)
    }
  }

  /// Refuses a text of which only the size is known, since it is too long to be kept.
  public func refuseText(ofBytes count: Int) -> NicknameCheckOutcome {
    let reason = NicknameRejection.Reason.tooManyBytes(count, limit: policy.maximumBytes)
    return NicknameCheckOutcome(.refused(NicknameRejection(reason)), typed: nil)
  }

  /// Refuses bytes that are no text.
  public func refuseBytes() -> NicknameCheckOutcome {
    NicknameCheckOutcome(.notText, typed: nil)
  }
}
