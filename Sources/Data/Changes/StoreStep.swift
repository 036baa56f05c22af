/// What an intention has led to that was not refused.
enum StoreStep<Answer> {
  case changed(Answer)
  /// There was nothing to do: everything stays as it was, also what is recorded beside a change.
  case unchanged(Answer)

  var answer: Answer {
    switch self {
    case .changed(let answer), .unchanged(let answer): answer
    }
  }
}
