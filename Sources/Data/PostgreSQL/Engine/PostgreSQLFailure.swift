#if Server
import MonikerDomain

/// Why a statement or a transaction failed.
struct PostgreSQLFailure: Error, Equatable {
  /// The kinds of failure that a store or the pool treats differently.
  enum Kind: Equatable {
    /// Other transactions stood in the way (SQLSTATE 40001 or 40P01); nothing was done, and the
    /// transaction may be tried again.
    case conflict

    /// A unique index refused a row (SQLSTATE 23505).
    case uniqueViolation(constraint: String)

    /// Whether the transaction was committed is not known, or not whether a standby has it.
    case outcomeUnknown

    /// The connection ended, or could not be made; nothing was committed.
    case connectionLost

    /// The server takes no changes (SQLSTATE 25006): it is a standby now. Nothing was done.
    case readOnly

    /// Another failure; nothing was done.
    case other
  }

  let kind: Kind

  /// The failure in terms of a store; it contains no value of a parameter and no secret.
  let failure: StoreFailure

  init(_ kind: Kind, _ failure: StoreFailure) {
    self.kind = kind
    self.failure = failure
  }

  init(
    _ kind: Kind,
    _ reason: StoreFailure.Reason,
    at location: String,
    detail: String
  ) {
    self.init(kind, StoreFailure(reason, at: location, detail: detail))
  }

  /// The same failure of a transaction whose COMMIT was on its way.
  var asOutcomeUnknown: PostgreSQLFailure {
    PostgreSQLFailure(
      .outcomeUnknown,
      .inputOutput,
      at: failure.location,
      detail: "it is not known whether the change was made: \(failure.detail)"
    )
  }
}

extension PostgreSQLFailure {
  /// What a server reports of an error, without its messages, which quote values.
  struct Report {
    /// The five characters of SQLSTATE.
    ///
    /// https://www.postgresql.org/docs/15/errcodes-appendix.html
    let state: String
    /// Whether the server ends the connection.
    let isFatal: Bool
    let constraint: String?
    /// The message; only used for statements that are wrong, where it quotes no value.
    let message: String
  }

  /// Translates an error of the server.
  init(_ report: Report, at location: String) {
    let state = report.state
    func failure(
      _ kind: Kind,
      _ reason: StoreFailure.Reason,
      _ detail: String
    ) -> PostgreSQLFailure {
      let kind = report.isFatal ? .connectionLost : kind
      return Self(kind, reason, at: location, detail: "\(detail) (SQLSTATE \(state))")
    }
    // The states of a class begin with the same two characters.
    self =
      switch state {
      case "40001", "40P01":
        failure(.conflict, .busy, "other transactions were in the way")
      case "25006":
        failure(.readOnly, .busy, "the server takes no changes, so it is a standby now")
      case "23505":
        failure(
          .uniqueViolation(constraint: report.constraint ?? ""),
          .idInUse,
          "a value that should be new is already in use"
        )
      case "55P03", "57014":
        failure(.other, .busy, "a statement had to wait too long")
      case "25P03", "57P01", "57P02", "57P03", "57P05":
        failure(.connectionLost, .busy, "the server ended the connection")
      case "53100":
        failure(.other, .noSpace, "the server has no space left")
      case "53200", "53300", "53400":
        failure(.other, .busy, "the server is at a limit")
      case "42501":
        failure(.other, .permissionDenied, "the role has no permission: \(report.message)")
      case "22021", "22P05":
        failure(.other, .unsupported, "PostgreSQL cannot keep a text with such a character")
      default:
        switch state.prefix(2) {
        case "08": failure(.connectionLost, .busy, "the connection ended")
        case "23":
          failure(
            .other,
            .damaged,
            "the tables contradict the change: \(report.constraint ?? "a constraint")"
          )
        case "42":
          failure(.other, .damaged, "the tables are not those of a store: \(report.message)")
        case "XX", "58", "F0":
          failure(.other, .inputOutput, "the server failed")
        default:
          failure(.other, .inputOutput, "the server refused a statement")
        }
      }
  }
}
#endif
