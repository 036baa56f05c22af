#if Server
import Foundation
import MonikerDomain
import Testing

@testable import MonikerRemote

@Suite struct `A link of a service` {
  private func link(
    userCode: String = "BCDF-GHJK",
    page: String = "https://id.example/link",
    expiresIn: Int = 600,
    interval: Int = 5
  ) throws -> RemoteLink {
    let fields: [String: String] = [
      "deviceCode": "secret", "userCode": userCode, "verificationURI": page,
    ]
    let texts = try JSONEncoder().encode(fields)
    let numbers = #","expiresIn":\#(expiresIn),"interval":\#(interval)}"#
    let document = String(decoding: texts.dropLast(), as: UTF8.self) + numbers
    let answer = try JSONDecoder().decode(LinkAnswer.self, from: Data(document.utf8))
    let address = try ServiceAddress("https://id.example")
    return RemoteLink(answer, at: address, as: IntentionID(high: 0, low: 1))
  }

  @Test(arguments: ["\u{1B}[2JBCDF-GHJK", "BCDF\r\n-GHJK\u{9B}", "BCDF\u{202E}-GHJK\u{0}"])
  func `has a code without what a terminal obeys`(text: String) throws {
    let code = try link(userCode: text).userCode
    #expect(code.utf8.allSatisfy { 0x20..<0x7F ~= $0 })
    #expect(code.hasSuffix("BCDF-GHJK"))
  }

  @Test(arguments: [
    ("https://id.example/link", true), ("https://evil.example/link", false),
    ("https://id.example.evil/link", false), ("https://id.example/\u{1B}[2J", false),
  ])
  func `names a page of the service alone`(page: String, isNamed: Bool) throws {
    #expect(try link(page: page).page == (isNamed ? page : nil))
  }

  @Test(arguments: [(-1, 1), (0, 1), (7, 7), (86_400, 60)])
  func `is asked about at least once a minute, and at most once a second`(
    interval: Int,
    seconds: Int
  ) throws {
    #expect(try link(interval: interval).interval == .seconds(seconds))
    #expect(try link(expiresIn: -5).lifetime == .zero)
  }
}
#endif
