#if Server
import MonikerDomain
import Synchronization

/// The text of the present second in the header Date, which is made once a second.
final class HTTPDates: Sendable {
  private let last = Mutex((second: Int64(-1), text: ""))

  /// A moment as HTTP writes it (RFC 9110, section 5.6.7): `Sat, 21 Nov 2026 08:19:00 GMT`.
  func text(of time: Timestamp) -> String {
    let second = time.millisecondsSince1970 / 1_000
    return last.withLock { last in
      if last.second != second { last = (second, Self.text(ofSecond: second)) }
      return last.text
    }
  }

  private static func text(ofSecond second: Int64) -> String {
    let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let parts = Timestamp.text(ofSecond: second).split { "-T".contains($0) }
    let month = months[(Int(parts[1]) ?? 1) - 1]
    // The first day of all was a Thursday.
    let day = days[Int(second / 86_400 % 7)]
    return "\(day), \(parts[2]) \(month) \(parts[0]) \(parts[3]) GMT"
  }
}
#endif
