extension Duration {
  /// The two largest units, for people: `7 h 59 min`, `2 d`, `45 s`.
  ///
  /// The rest is dropped, not rounded, so that a remaining time is never overstated.
  var rough: String {
    let seconds = components.seconds
    let units: [(name: String, seconds: Int64)] = [
      ("d", 86_400), ("h", 3_600), ("min", 60), ("s", 1),
    ]
    guard let first = units.firstIndex(where: { $0.seconds <= seconds }) else { return "0 s" }
    let large = seconds / units[first].seconds
    let text = "\(large) \(units[first].name)"
    guard first + 1 < units.count else { return text }
    let small = seconds % units[first].seconds / units[first + 1].seconds
    return small == 0 ? text : text + " \(small) \(units[first + 1].name)"
  }
}
