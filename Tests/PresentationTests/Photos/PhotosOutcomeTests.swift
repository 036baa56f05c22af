import MonikerDomain
import Testing

@testable import MonikerPresentation

@Suite struct `The outcome of photos` {
  private func outcome(_ photos: [Photo], offset: Double = 0) -> PhotosOutcome {
    PhotosOutcome(
      cells: photos.map(PhotoCell.init),
      pages: PhotoPages(
        control: PageControl(numberOfPages: photos.count, offset: offset, width: 80),
        text: ""
      )
    )
  }

  @Test func `is a line for each photo, with who has made it`() throws {
    let photos = [try Photo.onTheWeb("a"), try Photo.drawn("m0n1kerx"), try Photo.named("b")]
    #expect(
      outcome(photos).text == """
        ID        PHOTO
        a         a cat & a <dog> (Photo by Mina Kim on Example)
        m0n1kerx  A pattern in green
        b         A photo
        """
    )
    #expect(outcome([]).text == "There are no photos.")
    #expect(!outcome([]).isConfirmation)
  }

  @Test func `is in JSON one line with null for missing values`() throws {
    let photos = [try Photo.onTheWeb("a"), try Photo.named("b")]
    #expect(
      try JSONDocument.text(outcome(photos, offset: 80)) == """
        {"page":1,"pages":2,"photos":[\
        {"address":"https://images.example/a","author":"Mina Kim",\
        "authorAddress":"https://example.org/@mina","id":"a","page":"https://example.org/a",\
        "source":"Example","svg":null,"text":"a cat & a <dog>",\
        "thumbnail":"https://images.example/a?w=200"},\
        {"address":null,"author":null,"authorAddress":null,"id":"b","page":null,"source":null,\
        "svg":null,"text":null,"thumbnail":null}]}
        """
    )
    #expect(try JSONDocument.text(outcome([])) == #"{"page":0,"pages":0,"photos":[]}"#)
  }

  @Test func `has a drawing in JSON as SVG`() throws {
    let json = try JSONDocument.text(outcome([try Photo.drawn("a")]))
    #expect(json.contains(#""svg":"<svg xmlns=\"http://www.w3.org/2000/svg\""#), "\(json)")
    #expect(json.contains("<title>A pattern in green</title>"), "\(json)")
  }

  @Test func `of one photo has the store, and the account whose picture it is`() throws {
    let store = StoreDescription(kind: "sqlite", location: "/a")
    let detail = PhotoDetail(try Photo.named("a"))
    let shown = PhotoDetailOutcome(detail: detail, owner: nil, store: store)
    #expect(
      try JSONDocument.text(shown) == """
        {"accountID":null,"address":null,"author":null,"authorAddress":null,"id":"a",\
        "nickname":null,"page":null,"source":null,"store":{"kind":"sqlite","location":"/a"},\
        "svg":null,"text":null,"thumbnail":null,"version":null}
        """
    )
    let time = Timestamp(millisecondsSince1970: 0)
    let account = Account(
      id: AccountID(high: 0, low: 1),
      nickname: try Nickname("mina"),
      createdAt: time
    )
    let profile = Profile(.empty.with(detail.photo.picture), version: 3, changedAt: time)
    let made = PhotoDetailOutcome(
      detail: detail,
      owner: AccountProfile(account: account, profile: profile),
      store: store
    )
    let json = try JSONDocument.text(made)
    #expect(json.contains(#""accountID":"00000000-0000-0000-0000-000000000001""#))
    #expect(json.contains(#""nickname":"mina""#))
    #expect(json.hasSuffix(#""version":3}"#))
  }

  @Test(
    arguments: [
      (.count(31), .usage, "31 photos cannot be fetched: the number must be from 0 to 30."),
      (.noSuchPhoto("a\u{1B}"), .noSuchPhoto, "There is no photo a<U+001B>."),
      (
        .source(.unreachable), .photoSourceFailed,
        "The photo source photos.example cannot be reached: what happened. Try again."
      ),
      (
        .source(.timedOut), .photoSourceFailed,
        "The photo source photos.example does not answer in time: what happened. Try again."
      ),
      (
        .source(.unauthorized), .photoSourceFailed,
        "The photo source photos.example refuses the key: what happened. Check the key."
      ),
      (
        .source(.permissionDenied), .permissionDenied,
        "The photo source photos.example refuses this device: what happened."
      ),
      (
        .source(.rateLimited), .photoSourceFailed,
        "The photo source photos.example answers no more requests for now: what happened. Try "
          + "again later."
      ),
      (
        .source(.unavailable), .photoSourceFailed,
        "The photo source photos.example reports an error: what happened. Try again."
      ),
      (
        .source(.malformed), .photoSourceFailed,
        "The photo source photos.example gave an answer that cannot be read: what happened."
      ),
    ] as [(PhotoError, Problem.Code, String)]
  )
  func `is a problem that says what happened, and what to do`(
    error: PhotoError,
    code: Problem.Code,
    message: String
  ) {
    let remedies: [Remedy] = code == .noSuchPhoto ? [.listPhotos] : []
    #expect(Problem(error) == Problem(code, message, remedies))
    #expect(Problem(ProfileError.photo(error)) == Problem(code, message, remedies))
  }
}
