#if Server
import Foundation
import HTTPTypes
import MonikerDomain
import Testing

@testable import MonikerServer

@Suite struct `The header Date` {
  @Test func `has the form of RFC 9110`() {
    let dates = HTTPDates()
    let example = Timestamp(millisecondsSince1970: 784_111_777_999)
    #expect(dates.text(of: example) == "Sun, 06 Nov 1994 08:49:37 GMT")
    let first = Timestamp(millisecondsSince1970: 0)
    #expect(dates.text(of: first) == "Thu, 01 Jan 1970 00:00:00 GMT")
    #expect(dates.text(of: first) == "Thu, 01 Jan 1970 00:00:00 GMT")
  }

  @Test func `agrees with Foundation`() {
    let dates = HTTPDates()
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(secondsFromGMT: 0)
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    let end = Timestamp.range.upperBound
    for milliseconds in stride(from: 0, through: end, by: Int64.Stride(end / 2_003)) {
      let date = Date(timeIntervalSince1970: Double(milliseconds / 1_000))
      let text = dates.text(of: Timestamp(millisecondsSince1970: milliseconds))
      #expect(text == format.string(from: date))
    }
  }

  @Test func `is in every answer`() async throws {
    let service = TestService()
    try await service.run { client in
      for path in ["//health/live", "session", "//nothing"] {
        let answer = try await client.send(.get, path)
        #expect(answer.headers[.date]?.hasSuffix(" GMT") == true)
      }
    }
  }
}
#endif
