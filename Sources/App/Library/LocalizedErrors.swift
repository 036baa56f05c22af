public import FoundationEssentials
public import MonikerDomain

// `localizedDescription` of an error without this conformance is "The operation could not be
// completed".

extension NicknameRejection: LocalizedError {
  /// The sentences of the description.
  public var errorDescription: String? { description }
}

extension NicknameError: LocalizedError {
  /// The sentences of the description.
  public var errorDescription: String? { description }
}

extension SessionError: LocalizedError {
  /// The sentences of the description.
  public var errorDescription: String? { description }
}

extension AccountError: LocalizedError {
  /// The sentences of the description.
  public var errorDescription: String? { description }
}

extension ProfileRejection: LocalizedError {
  /// The sentences of the description.
  public var errorDescription: String? { description }
}

extension ProfileError: LocalizedError {
  /// The sentences of the description.
  public var errorDescription: String? { description }
}

extension PhotoError: LocalizedError {
  /// The sentences of the description.
  public var errorDescription: String? { description }
}

extension PhotoSourceFailure: LocalizedError {
  /// The sentences of the description.
  public var errorDescription: String? { description }
}

extension HistoryError: LocalizedError {
  /// The sentences of the description.
  public var errorDescription: String? { description }
}

extension StoreError: LocalizedError {
  /// The sentences of the description.
  public var errorDescription: String? { description }
}

extension StoreFailure: LocalizedError {
  /// The sentences of the description.
  public var errorDescription: String? { description }
}

extension CredentialError: LocalizedError {
  /// The sentences of the description.
  public var errorDescription: String? { description }
}

extension IntentionError: LocalizedError {
  /// The sentences of the description.
  public var errorDescription: String? { description }
}
