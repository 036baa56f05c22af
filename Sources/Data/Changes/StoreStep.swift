/// The result of a change that was not refused.
enum StoreStep<Answer> {
  case changed(Answer)
  /// Nothing to do: nothing is written, not even expiries that the change would record.
  case unchanged(Answer)

  var answer: Answer {
    switch self {
    case .changed(let answer), .unchanged(let answer): answer
    }
  }
}
