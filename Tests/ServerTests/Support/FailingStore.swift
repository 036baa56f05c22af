#if Server
import MonikerDomain
import MonikerDoubles
import MonikerModel

/// A store in memory that fails after a number of calls.
actor FailingStore: SharedModelRepository {
  nonisolated let owner: StoreOwner
  nonisolated let location = "the test's store"
  var watching = StoreWatching()
  private var content = StoreState()
  private var failure: StoreFailure.Reason?
  private var passes = 0

  init(_ clock: ManualClock) {
    owner = .test(clock)
  }

  /// Makes every call after `passes` further ones fail; nil ends this.
  func fail(_ reason: StoreFailure.Reason?, after passes: Int = 0) {
    (failure, self.passes) = (reason, passes)
  }

  func state(withEvents isWhole: Bool) throws(StoreFailure) -> StoreState {
    try pass()
    return content
  }

  func change<Answer, Refusal: Error>(
    _ expectation: ModelExpectation,
    _ body: (inout StoreState) throws(Refusal) -> Answer
  ) throws(StoreFailure) -> Result<Answer, Refusal> {
    try pass()
    let outcome: Result<Answer, Refusal>
    do throws(Refusal) {
      outcome = .success(try body(&content))
    } catch {
      outcome = .failure(error)
    }
    tellSubscribers()
    return outcome
  }

  private func pass() throws(StoreFailure) {
    guard let failure else { return }
    guard passes == 0 else {
      passes -= 1
      return
    }
    throw StoreFailure(failure, at: location, detail: "the test wants it")
  }
}
#endif
