#if Server
import FoundationEssentials
import MonikerDomain

/// A photo as the API describes it in JSON; fields that are not here are ignored.
struct PhotoAnswer: Decodable {
  private let id: String
  private let urls: Addresses
  private let text: String?
  private let user: User
  private let links: Links

  private enum CodingKeys: String, CodingKey {
    case id, urls, user, links
    case text = "alt_description"
  }

  private struct Addresses: Decodable {
    let regular: String
    let thumb: String
  }

  private struct User: Decodable {
    let name: String
    let links: Links

    struct Links: Decodable {
      let html: String
    }
  }

  private struct Links: Decodable {
    let html: String
    let downloadLocation: String

    enum CodingKeys: String, CodingKey {
      case html
      case downloadLocation = "download_location"
    }
  }

  /// An answer of another shape than the documented one.
  struct Malformed: Error {
    /// What is wrong, in a few words, without any text of the answer.
    let detail: String

    init(_ detail: String) {
      self.detail = detail
    }

    /// The detail for an error of the decoder, with the names of fields that this program looks for.
    init(_ error: any Error) {
      switch error {
      case DecodingError.keyNotFound(let key, let context):
        self.init(lacking: context.codingPath + [key])
      case DecodingError.typeMismatch(_, let context),
        DecodingError.valueNotFound(_, let context):
        self.init(lacking: context.codingPath)
      default:
        self.init("the answer is no JSON")
      }
    }

    private init(lacking path: [any CodingKey]) {
      let fields = path.map { $0.intValue.map { "photo \($0 + 1)" } ?? $0.stringValue }
      detail =
        fields.isEmpty
        ? "the answer has another shape"
        : "the answer has no usable \(fields.joined(separator: ", "))"
    }
  }

  /// Reads an answer.
  static func decode<Answer: Decodable>(
    _: Answer.Type,
    from data: Data
  ) throws(Malformed) -> Answer {
    do {
      return try JSONDecoder().decode(Answer.self, from: data)
    } catch {
      throw Malformed(error)
    }
  }

  /// The photo that is described.
  ///
  /// - Parameters:
  ///   - source: the name of the source.
  ///   - api: the address of the API, which alone is called when the photo is chosen.
  func photo(from source: String, api: PhotoAPIAddress) throws(Malformed) -> Photo {
    guard let id = PhotoID(id) else { throw Malformed("a photo has no usable id") }
    guard let address = WebAddress(urls.regular), let thumbnail = WebAddress(urls.thumb),
      let page = WebAddress(links.html)
    else { throw Malformed("photo \(id) has an address that cannot be shown") }
    guard let authorPage = WebAddress(user.links.html),
      let attribution = Attribution(author: user.name, address: authorPage, source: source)
    else { throw Malformed("photo \(id) does not name its author") }
    guard let downloadAddress = api.value(of: links.downloadLocation) else {
      throw Malformed("photo \(id) has a download address that is not one of \(api.text)")
    }
    return Photo(
      picture: Picture(
        id: id,
        text: text.map(Self.cut),
        address: address,
        attribution: attribution
      ),
      thumbnail: thumbnail,
      page: page,
      downloadAddress: downloadAddress
    )
  }

  /// As many whole characters as a picture can keep.
  private static func cut(_ text: String) -> String {
    var size = 0
    return String(
      text.prefix { character in
        size += character.utf8.count
        return size <= Picture.maximumTextLength
      }
    )
  }
}
#endif
