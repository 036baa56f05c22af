#if Server
import HTTPTypes
import Hummingbird
import HummingbirdCore

extension Request {
  /// What a browser calls itself, for a person who has to recognise it: `Firefox on Linux`; nil if it does not
  /// tell.
  ///
  /// The first name that is found counts: browsers name those that they want to be taken for, too.
  var browserLabel: String? {
    guard let agent = headers[.userAgent] else { return nil }
    func first(of names: [(part: String, name: String)]) -> String? {
      names.first { agent.contains($0.part) }?.name
    }
    let browser = first(of: [
      ("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"),
      ("CriOS/", "Chrome"), ("FxiOS/", "Firefox"), ("Safari/", "Safari"),
    ])
    let system = first(of: [
      ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("CrOS", "ChromeOS"),
      ("Windows", "Windows"), ("Macintosh", "Mac"), ("Linux", "Linux"),
    ])
    guard let browser else { return system }
    return system.map { "\(browser) on \($0)" } ?? browser
  }
}
#endif
