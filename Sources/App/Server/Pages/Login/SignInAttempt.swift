#if Server
import MonikerDomain
import MonikerPresentation

/// The sign-in that a form asks for: does it for the login screen, and keeps the secrets that the service issues.
@MainActor
final class SignInAttempt {
  /// How long the session lasts.
  nonisolated let terms: BrowserTerms

  /// What the service has answered; nil until then.
  private(set) var result: Result<Admission.Admitted, any Error>?

  private let form: PageForm
  private let admission: Admission
  private let label: String?

  /// - Parameters:
  ///   - form: the form.
  ///   - admission: signs in.
  ///   - label: what a new device is called.
  init(_ form: PageForm, _ admission: Admission, label: String?) {
    (self.form, self.admission, self.label) = (form, admission, label)
    terms = BrowserTerms(rawValue: form["for"]) ?? .untilSignOut
  }

  /// Signs in, and tells the login screen what a person may see.
  func signIn(under typed: String, on terms: SessionTerms) async throws(Problem) -> SignIn {
    do {
      let admitted = try await admission.signIn(
        under: typed,
        label: label,
        terms: terms,
        recoveryKey: form.text("recoveryKey"),
        repeatable: form.repeatable
      )
      result = .success(admitted)
      return admitted.signIn
    } catch {
      result = .failure(error)
      let problem = HTTPProblem(error, at: admission.parts.now())
      throw Problem(Problem.Code(rawValue: problem.code) ?? .failure, problem.detail)
    }
  }
}
#endif
