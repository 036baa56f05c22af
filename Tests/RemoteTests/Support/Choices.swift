#if Server
import HTTPTypes
import Hummingbird
import HummingbirdCore
import MonikerDoubles
import MonikerRemote
import Synchronization

@testable import MonikerServer

/// What tests have chosen for the requests that are under way, by their numbers.
///
/// A service runs a request in a task of its own, where the choice of the caller's task is not set.
final class Choices: Sendable {
  static let header = "Test-Choice"

  private let state = Mutex<(last: Int, choices: [Int: TestChoice])>((0, [:]))

  /// Keeps a choice.
  func add(_ choice: TestChoice) -> Int {
    state.withLock { state in
      state.last += 1
      state.choices[state.last] = choice
      return state.last
    }
  }

  func remove(_ number: Int) { state.withLock { _ = $0.choices.removeValue(forKey: number) } }

  /// The choice for a request with a header.
  func choice(_ number: String?) -> TestChoice? {
    state.withLock { state in number.flatMap { Int($0) }.flatMap { state.choices[$0] } }
  }
}

/// Tells the service what the present task has chosen.
struct ChoosingTransport: InterposedTransport {
  let inner: any RemoteTransport
  let choices: Choices

  func answer(
    to request: RemoteRequest,
    within limit: Duration
  ) async throws(RemoteLoss) -> RemoteAnswer {
    guard let choice = TestChoice.current else {
      return try await inner.answer(to: request, within: limit)
    }
    let number = choices.add(choice)
    defer { choices.remove(number) }
    var request = request
    request.headers.append((Choices.header, "\(number)"))
    return try await inner.answer(to: request, within: limit)
  }
}

/// Sets the choice of the caller for each request.
struct ChoosingResponder<Inner: HTTPResponder<ServiceContext>>: HTTPResponder {
  let inner: Inner
  let choices: Choices

  func respond(to request: Request, context: ServiceContext) async throws -> Response {
    let number = HTTPField.Name(Choices.header).flatMap { request.headers[$0] }
    guard let choice = choices.choice(number) else {
      return try await inner.respond(to: request, context: context)
    }
    return try await TestChoice.$current.withValue(choice) {
      try await inner.respond(to: request, context: context)
    }
  }
}
#endif
