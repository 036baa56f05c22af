import MonikerDomain
import Testing

@testable import MonikerPresentation

/// Tests the presenter alone, with a display that records the view models.
@MainActor
@Suite struct `The presenter of the photos` {
  final class Display: PhotosDisplay {
    var counts: [ChangeCount.ViewModel] = []
    var collections: [FetchPhotos.ViewModel] = []
    var pages: [PhotoPages] = []
    var choices: [ChoosePhoto.ViewModel] = []

    func display(_ viewModel: ChangeCount.ViewModel) { counts.append(viewModel) }
    func display(_ viewModel: FetchPhotos.ViewModel) { collections.append(viewModel) }
    func display(_ viewModel: ScrollPhotos.ViewModel) { pages.append(viewModel.pages) }
    func display(_ viewModel: ChoosePhoto.ViewModel) { choices.append(viewModel) }

    var collection: PhotosOutcome? {
      guard case .collection(let outcome) = collections.last else { return nil }
      return outcome
    }
  }

  let display = Display()
  let presenter = PhotosPresenter()

  init() {
    presenter.display = display
  }

  @Test(arguments: [
    (0, "0 photos", true, false), (1, "1 photo", true, true), (2, "2 photos", true, true),
    (10, "10 photos", true, true), (30, "30 photos", false, true),
  ])
  func `shows a count as text, and which way it can be changed`(
    number: Int,
    text: String,
    canBeRaised: Bool,
    canBeLowered: Bool
  ) throws {
    presenter.present(ChangeCount.Response(result: .success(try PhotoCount(number))))
    let count = ChangeCount.Count(
      text: text,
      canBeRaised: canBeRaised,
      canBeLowered: canBeLowered
    )
    #expect(display.counts == [.count(count)])
  }

  @Test func `shows why a count is refused`() {
    presenter.present(ChangeCount.Response(result: .failure(.count(31))))
    let problem = Problem(
      .usage,
      "31 photos cannot be fetched: the number must be from 0 to 30."
    )
    #expect(display.counts == [.refused(problem)])
  }

  @Test func `shows a photo on the web by its small form, and who has made it`() throws {
    presenter.present(FetchPhotos.Response(result: .success([try Photo.onTheWeb("a")])))
    let cell = try #require(display.collection?.cells.first)
    #expect(cell.id == "a")
    #expect(cell.text == "a cat & a <dog>")
    #expect(cell.credit?.text == "Photo by Mina Kim on Example")
    #expect(cell.credit?.address == WebAddress("https://example.org/@mina"))
    #expect(
      cell.image == .address(try #require(WebAddress("https://images.example/a?w=200")))
    )
  }

  @Test func `shows a drawing, and names nobody beside it`() throws {
    let photo = try Photo.drawn("a")
    presenter.present(FetchPhotos.Response(result: .success([photo])))
    let cell = try #require(display.collection?.cells.first)
    #expect(cell.image == .drawing(try #require(photo.drawing)))
    #expect(cell.text == "A pattern in green")
    #expect(cell.credit == nil)
  }

  @Test func `shows a photo without a small form by its address`() throws {
    let picture = try Photo.onTheWeb("a").picture
    presenter.present(FetchPhotos.Response(result: .success([Photo(picture: picture)])))
    #expect(
      display.collection?.cells.first?.image
        == .address(try #require(WebAddress("https://images.example/a")))
    )
  }

  @Test func `has a text for a photo of which nothing is known`() throws {
    presenter.present(FetchPhotos.Response(result: .success([try Photo.named("a")])))
    let cell = try #require(display.collection?.cells.first)
    #expect(cell.text == "A photo")
    #expect(cell.image == nil)
  }

  @Test func `shows hidden characters of a source as their code points`() throws {
    let picture = Picture(
      id: try #require(PhotoID("a")),
      text: "a\u{202E}b",
      attribution: Attribution(author: "c\u{202E}d", address: nil, source: "e\u{200B}f")
    )
    presenter.present(FetchPhotos.Response(result: .success([Photo(picture: picture)])))
    let cell = try #require(display.collection?.cells.first)
    #expect(cell.text == "a<U+202E>b")
    #expect(cell.credit?.text == "Photo by c<U+202E>d on e<U+200B>f")
  }

  @Test func `shows a new collection from its first page`() throws {
    let photos = [try Photo.named("a"), try Photo.named("b")]
    presenter.present(FetchPhotos.Response(result: .success(photos)))
    #expect(display.collection?.pages.control == PageControl(numberOfPages: 2))
    #expect(display.collection?.pages.text == "1 of 2")
    presenter.present(FetchPhotos.Response(result: .success([])))
    #expect(display.collection?.cells == [])
    #expect(display.collection?.pages.text == "")
  }

  @Test func `shows a failure as a failure`() {
    presenter.present(FetchPhotos.Response(result: .failure(.source(.unreachable))))
    #expect(display.collections == [.failed(Problem(PhotoError.source(.unreachable)))])
  }

  @Test func `shows the page in words`() {
    for offset: Double in [0, 80, 400] {
      let pages = PageControl(numberOfPages: 3, offset: offset, width: 80)
      presenter.present(ScrollPhotos.Response(pages: pages))
    }
    #expect(display.pages.map(\.text) == ["1 of 3", "2 of 3", "3 of 3"])
  }

  @Test func `shows the detail of a chosen photo, or why there is none`() throws {
    let photo = try Photo.named("a")
    presenter.present(ChoosePhoto.Response(result: .success(photo)))
    presenter.present(ChoosePhoto.Response(result: .failure(.noSuchPhoto("b"))))
    let problem = Problem(.noSuchPhoto, "There is no photo b.", .listPhotos)
    #expect(display.choices == [.detail(photo), .failed(problem)])
  }
}
