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

  @Test(arguments: [Duration.seconds(300_000_000_000), .seconds(Int64.max), .milliseconds(-1)])
  func `have a lifetime that every store can keep`(lifetime: Duration) {
    let terms = SessionTerms(lifetime: lifetime, isSliding: true)
    let range = Duration.milliseconds(1) ... .milliseconds(Timestamp.range.upperBound)
    #expect(terms.lifetime.map { range.contains($0) } == true)
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
