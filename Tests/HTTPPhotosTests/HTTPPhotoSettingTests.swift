#if Server
import MonikerDomain
import MonikerHTTPPhotos
import Testing

@Suite struct `The settings of a photo source over HTTP` {
  private func refusal(
    name: String = "Photos",
    address: String = "https://photos.example",
    timeout: Duration = .seconds(1),
    connectTimeout: Duration = .seconds(1)
  ) -> PhotoAPISettingError? {
    do {
      _ = try HTTPPhotoSource(
        name: name,
        address: address,
        key: PhotoAPIKey(secret),
        timeout: timeout,
        connectTimeout: connectTimeout
      )
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    "https://photos.example", "https://photos.example/", "https://PHOTOS.example:8443/api/v1.0/",
    "https://10.0.0.1", "https://[2001:db8::1]:443", "http://127.0.0.1", "http://127.0.0.1:8080/a",
    "http://localhost:1", "http://LOCALHOST", "http://[::1]:65535",
  ])
  func `accept an address with TLS, and one of this machine without`(address: String) {
    #expect(refusal(address: address) == nil)
  }

  @Test(arguments: [
    "http://photos.example", "http://127.0.0.2", "http://127.0.0.1.example", "http://10.0.0.1",
    "http://localhost.example:80", "http://[::2]", "http://0.0.0.0",
  ])
  func `refuse an address elsewhere without TLS`(address: String) {
    #expect(refusal(address: address) == .insecureAddress)
  }

  @Test(arguments: [
    "", "photos.example", "ftp://photos.example", "HTTPS://photos.example", "https://",
    "https:///a",
    "https://user@photos.example", "https://u:p@photos.example", "http://127.0.0.1@photos.example",
    "https://photos.example?a=1", "https://photos.example/a?b", "https://photos.example#a",
    "https://photos.example:", "https://photos.example:0", "https://photos.example:65536",
    "https://photos.example:x", "https://photos example", "https://photos.example//a",
    "https://photos.example\n", "https://길.example", "https://[::1", "https://\u{212A}.example",
    "http+unix://a", "https://" + String(repeating: "a", count: 2_041),
  ])
  func `refuse what is no address`(address: String) {
    #expect(refusal(address: address) == .address)
  }

  @Test(arguments: ["", "a\nb", String(repeating: "x", count: 1_001)])
  func `refuse a name that cannot be shown`(name: String) {
    #expect(refusal(name: name) == .name)
  }

  @Test func `have time limits of more than 0 seconds and at most an hour`() {
    let hour = Duration.seconds(3_600)
    for limit in [.nanoseconds(1), .seconds(10), hour] {
      #expect(refusal(timeout: limit) == nil)
      #expect(refusal(connectTimeout: limit) == nil)
    }
    for limit in [.zero, .seconds(-1), hour + .nanoseconds(1), .seconds(Int64.max)] {
      #expect(refusal(timeout: limit) == .timeout)
      #expect(refusal(connectTimeout: limit) == .timeout)
    }
  }

  @Test func `are explained when they are refused`() {
    let all: [PhotoAPISettingError] = [.key, .address, .insecureAddress, .name, .timeout]
    for error in all {
      #expect("\(error)".hasSuffix("."))
    }
    #expect(Set(all.map(\.description)).count == all.count)
  }
}
#endif
