package import MonikerPresentation

/// The exit statuses of all programs, which are part of the command line's contract and never change.
///
/// Those from 64 to 78 are the numbers of BSD's sysexits.h; 130 is the status that shells give for
/// SIGINT.
package enum ExitStatus: Int32, CaseIterable {
  case done = 0
  case failure = 1
  case notSignedIn = 4
  case sessionEnded = 5
  case conflict = 6
  case notFound = 7
  case usage = 64
  case badData = 65
  case unreachable = 69
  case inputOutput = 74
  case busy = 75
  case permissionDenied = 77
  case configuration = 78
  case interrupted = 130

  /// The status of a command that ends with a problem of a kind; nil for success.
  package init(_ code: Problem.Code?) {
    self =
      switch code {
      case nil: .done
      case .usage: .usage
      case .invalidNickname, .invalidProfile, .storeDamaged, .storeForeign, .storeNewer: .badData
      case .nicknameTaken, .nicknameResembles, .actingAccountDecided, .ambiguous,
        .profileConflict, .storeConflict, .storeNotEmpty:
        .conflict
      case .noSuchAccount, .noSuchSession, .noSuchPhoto, .noSuchDevice, .noSuchIdentityToken,
        .noSuchLink:
        .notFound
      case .notSignedIn: .notSignedIn
      case .sessionEnded: .sessionEnded
      case .storeUnreachable, .photoSourceFailed: .unreachable
      case .storeBusy: .busy
      case .inputOutput: .inputOutput
      case .permissionDenied, .accountSuspended, .tooManyAccounts, .linkDenied, .tooManyWrongCodes,
        .tooManyIdentityTokens, .sessionsTooNew:
        .permissionDenied
      case .configuration: .configuration
      case .interrupted: .interrupted
      case .failure: .failure
      }
  }
}
