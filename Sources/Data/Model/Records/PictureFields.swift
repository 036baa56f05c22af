import FoundationEssentials
package import MonikerDomain

/// The texts of a picture, as all stores keep them; nil for what is not known.
package struct PictureFields: Codable, Equatable {
  package var id: String
  package var text: String?
  package var address: String?
  package var author: String?
  package var authorAddress: String?
  package var source: String?

  package init(
    id: String,
    text: String?,
    address: String?,
    author: String?,
    authorAddress: String?,
    source: String?
  ) {
    self.id = id
    self.text = text
    self.address = address
    self.author = author
    self.authorAddress = authorAddress
    self.source = source
  }
}

extension PictureFields {
  /// The fields in a JSON object; nil for any other text.
  package init?(json: String) {
    guard let fields = try? JSONDecoder().decode(Self.self, from: Data(json.utf8)) else {
      return nil
    }
    self = fields
  }

  /// The fields as a JSON object, with its keys in their order.
  package var json: String {
    guard let bytes = try? ExportRow.encoder.encode(self) else {
      preconditionFailure("JSON represents every text")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  package init(_ picture: Picture) {
    id = picture.id.description
    text = picture.text
    address = picture.address?.description
    author = picture.attribution?.author
    authorAddress = picture.attribution?.address?.description
    source = picture.attribution?.source
  }

  /// The picture with these texts.
  ///
  /// - Returns: nil for texts that this program never writes.
  package var picture: Picture? {
    guard let id = PhotoID(id) else { return nil }
    let attribution = author.flatMap { author in
      Attribution(
        author: author,
        address: authorAddress.flatMap { WebAddress($0) },
        source: source ?? ""
      )
    }
    let picture = Picture(
      id: id,
      text: text,
      address: address.flatMap { WebAddress($0) },
      attribution: attribution
    )
    // A text that was refused is missing in the picture.
    return PictureFields(picture) == self ? picture : nil
  }
}
