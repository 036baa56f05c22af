import MonikerDomain
import Synchronization
import Testing

/// A photo source whose answers a test gives, one for each call, and holds back if it wants.
final class TestPhotoSource: PhotoSource {
  private struct Answer {
    let result: Result<[Photo], PhotoError>
    let gate: AsyncStream<Void>?
  }

  /// What was asked for, as soon as it is.
  let calls: AsyncStream<String>
  private let sent: AsyncStream<String>.Continuation
  private let answers = Mutex<[Answer]>([])

  init() {
    (calls, sent) = AsyncStream.makeStream(of: String.self)
  }

  /// Answers the next call, behind those that have an answer already.
  ///
  /// - Parameter gate: a stream at whose end the call is answered.
  func answer(_ photos: Photo..., after gate: AsyncStream<Void>? = nil) {
    answers.withLock { $0.append(Answer(result: .success(photos), gate: gate)) }
  }

  /// Has the next call fail, likewise.
  func fail(with error: PhotoError, after gate: AsyncStream<Void>? = nil) {
    answers.withLock { $0.append(Answer(result: .failure(error), gate: gate)) }
  }

  /// The calls so far; there are no more after this.
  func allCalls() async -> [String] {
    sent.finish()
    return await calls.reduce(into: []) { $0.append($1) }
  }

  private func answer(to call: String) async throws(PhotoError) -> [Photo] {
    let answer = answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    sent.yield(call)
    if let gate = answer?.gate { for await _ in gate {} }
    guard let answer else {
      Issue.record("The call \(call) has no answer.")
      return []
    }
    return try answer.result.get()
  }

  func photos(_ count: PhotoCount) async throws(PhotoError) -> [Photo] {
    try await answer(to: "\(count.value) photos")
  }

  func photo(_ id: PhotoID) async throws(PhotoError) -> Photo {
    guard let photo = try await answer(to: "photo \(id)").first else {
      throw .noSuchPhoto(id.description)
    }
    return photo
  }

  func choose(_ photo: Photo) async throws(PhotoError) {
    _ = try await answer(to: "choose \(photo.id)")
  }
}

extension Photo {
  /// A photo that has nothing but an ID.
  static func named(_ id: String) throws -> Photo {
    Photo(picture: Picture(id: try #require(PhotoID(id))))
  }

  /// A photo that has all that a photo on the web can have.
  static func onTheWeb(_ id: String) throws -> Photo {
    let attribution = Attribution(
      author: "Mina Kim",
      address: WebAddress("https://example.org/@mina"),
      source: "Example"
    )
    return Photo(
      picture: Picture(
        id: try #require(PhotoID(id)),
        text: "a cat & a <dog>",
        address: WebAddress("https://images.example/\(id)"),
        attribution: attribution
      ),
      thumbnail: WebAddress("https://images.example/\(id)?w=200"),
      page: WebAddress("https://example.org/\(id)")
    )
  }

  /// A photo that its source draws.
  static func drawn(_ id: String) throws -> Photo {
    Photo(
      picture: Picture(id: try #require(PhotoID(id)), text: "A pattern in green"),
      drawing: Drawing(
        background: Drawing.Color(red: 255, green: 255, blue: 255),
        foreground: Drawing.Color(red: 0, green: 128, blue: 10),
        rows: [[true, true], [false, true]]
      )
    )
  }
}

extension PhotoError {
  /// A failure of a source.
  static func source(_ reason: PhotoSourceFailure.Reason) -> PhotoError {
    .source(PhotoSourceFailure(reason, of: "photos.example", detail: "what happened"))
  }
}
