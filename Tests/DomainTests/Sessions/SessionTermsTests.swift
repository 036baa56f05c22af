import MonikerDomain
import Testing

@Suite struct `The terms of a session` {
  private static let tenYears = Duration.seconds(315_360_000)

  @Test(
    arguments: [
      SessionTerms(lifetime: nil), SessionTerms(lifetime: .milliseconds(1)),
      SessionTerms(lifetime: tenYears), SessionTerms(lifetime: .seconds(120), isSliding: true),
      SessionTerms(lifetime: .seconds(1), minimumRemaining: .seconds(1)),
    ]
  )
  func `are allowed`(terms: SessionTerms) throws {
    #expect(try terms.validated() == terms)
  }

  @Test(
    arguments: [
      (SessionTerms(lifetime: tenYears + .milliseconds(1)), .lifetimeTooLong),
      (SessionTerms(lifetime: .milliseconds(119_999), isSliding: true), .slidingLifetimeTooShort),
      (SessionTerms(lifetime: nil, isSliding: true), .slidingLifetimeTooShort),
      (SessionTerms(lifetime: nil, minimumRemaining: .seconds(1)), .noLifetimeToRenew),
      (
        SessionTerms(lifetime: .seconds(1), minimumRemaining: .milliseconds(1_001)),
        .minimumRemainingTooLong
      ),
    ] as [(SessionTerms, SessionTermsError)]
  )
  func `are refused`(terms: SessionTerms, error: SessionTermsError) {
    #expect(throws: error) { try terms.validated() }
  }
}
