import Foundation

/// Prints the lines of the report, each as soon as its result is available.
enum Report {
  static func title(_ ours: String, _ theirs: String, per size: String = "sessions") {
    write(
      "\n" + row(["", size, ours, theirs, "rate", "of the turns' rates, a tenth and nine"])
    )
  }

  static func line(_ name: String, _ count: Int, _ pairs: Pairs) {
    let rates = pairs.rates
    let spread = "\(text(rates[rates.count / 10])) to \(text(rates[rates.count * 9 / 10]))"
    write(
      row(
        [
          name, count.formatted(), microseconds(pairs.ours), microseconds(pairs.theirs),
          text(rates[rates.count / 2]), spread,
        ]
      )
    )
  }

  static func microseconds(_ duration: Duration) -> String {
    String(format: "%.1f us", duration / .microseconds(1))
  }

  static func text(_ rate: Double) -> String { String(format: "%.2f", rate) }

  /// Writes without buffering, into a pipe too.
  private static func write(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }

  private static func row(_ cells: [String]) -> String {
    zip(cells, [28, 12, 12, 12, 8, 16]).map { cell, width in
      cell + String(repeating: " ", count: max(1, width - cell.count))
    }.joined()
  }
}
