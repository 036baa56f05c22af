/// The result of an intention that was not refused.
package enum StoreStep<Answer> {
  case changed(Answer)
  /// There was nothing to do: the store stays as it was, with the expiries that were not yet recorded.
  case unchanged(Answer)

  package var answer: Answer {
    switch self {
    case .changed(let answer), .unchanged(let answer): answer
    }
  }

  package func map<Other>(_ transform: (Answer) -> Other) -> StoreStep<Other> {
    switch self {
    case .changed(let answer): .changed(transform(answer))
    case .unchanged(let answer): .unchanged(transform(answer))
    }
  }
}
