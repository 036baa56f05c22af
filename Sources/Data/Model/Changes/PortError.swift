package import MonikerDomain

/// An error of a port that can contain a store failure.
package protocol PortError: Error {
  static func store(_ failure: StoreFailure) -> Self
}

extension NicknameError: PortError {}
extension SessionError: PortError {}
extension AccountError: PortError {}
extension ProfileError: PortError {}
extension HistoryError: PortError {}
extension CredentialError: PortError {}
extension IntentionError: PortError {}
extension StoreError: PortError {}

extension StoreFailure: PortError {
  package static func store(_ failure: StoreFailure) -> StoreFailure { failure }
}
