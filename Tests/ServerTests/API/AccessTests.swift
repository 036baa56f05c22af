#if Server
import HTTPTypes
import MonikerDomain
import MonikerDoubles
import MonikerModel
import Testing

@testable import MonikerServer

@Suite(.timeLimit(.minutes(5))) struct `Access to the operations` {
  @Test func `is tried for each of them`() throws {
    let tried = try APIRequest.all.map { try $0.operation }
    #expect(Set(tried) == Set(try APIDocument.served.get().operations.keys))
  }

  @Test(arguments: APIRequest.all.indices)
  func `gives nobody another person's things, and lets nobody change them`(
    number: Int
  ) async throws {
    let request = APIRequest.all[number]
    let namesAccount = try APIDocument.served.get()
      .takes("MonikerAccount", try request.operation)
    let others = World.Caller.allCases.filter { caller in
      caller != .owner && (caller != .otherNaming || namesAccount)
    }
    let clock = ManualClock()
    let store = InMemoryRepository(owner: .test(clock))
    let service = TestService(clock: clock, store: store)
    try await service.run { client in
      let world = try await World(service, client)
      let view = try await world.view()
      for caller in others {
        let state = await store.state(withEvents: true)
        let answer = try await world.send(request, as: caller)
        #expect(answer.outcome == request.expected(for: caller), "\(caller): \(answer)")
        if answer.status >= 400 { #expect(await store.state(withEvents: true) == state) }
        #expect(try await world.view() == view, "\(caller)")
        let sent = world.filled(request.path + (request.body ?? ""))
        for secret in Array(world.values.values) + ["the title of gildong"]
        where !sent.contains(secret) {
          #expect(!answer.text.contains(secret), "\(caller) sees \(secret): \(answer)")
        }
      }
    }
  }

  @Test(arguments: APIRequest.all.indices)
  func `has who owns the things`(number: Int) async throws {
    let request = APIRequest.all[number]
    let service = TestService()
    try await service.run { client in
      let answer = try await World(service, client).send(request, as: .owner)
      #expect(answer.outcome == request.owner, "\(answer)")
    }
  }

  @Test(arguments: [
    (["Bearer TOKEN"], 200), (["bearer TOKEN"], 200), (["Bearer  TOKEN"], 200), (["Bearer"], 401),
    (["TOKEN"], 401), (["Basic TOKEN"], 401), (["Bearer TOKEN TOKEN"], 401),
    (["Bearer TOKEN", "Bearer TOKEN"], 401), (["Bearer TOKEN", "Basic TOKEN"], 401),
  ])
  func `by a bearer token takes one header of the form of RFC 6750`(
    values: [String],
    status: Int
  ) async throws {
    try await TestService().run { client in
      let token = try await client.signIn("mina").token
      let headers = HTTPFields(
        values.map {
          HTTPField(name: .authorization, value: $0.replacing("TOKEN", with: token))
        }
      )
      let answer = try await client.send(.get, "session", headers: headers)
      #expect(answer.status == status, "\(answer)")
    }
  }

  @Test(arguments: APIRequest.all.indices)
  func `by a cookie is for the service's own pages`(number: Int) async throws {
    let request = APIRequest.all[number]
    guard request.isBelowV1, request.method != .get else { return }
    let service = TestService()
    try await service.run { client in
      let world = try await World(service, client)
      let cookie = "\(service.access.cookieName)=\(world.owner.token)"
      let view = try await world.view()
      try await world.send(request, as: .nobody, headers: [.cookie: cookie])
        .expect(403, "foreignPage")
      let takesAccount = try APIDocument.served.get()
        .takes("MonikerAccount", try request.operation)
      let own: HTTPFields = [.cookie: cookie, .secFetchSite: "same-origin"]
      if takesAccount {
        try await world.send(request, as: .nobody, headers: own).expect(400, "invalidRequest")
      }
      #expect(try await world.view() == view)
      var naming = own
      naming[.monikerAccount] = world.owner.accountID
      let answer = try await world.send(request, as: .nobody, headers: naming)
      #expect("\(answer.status)" == request.owner.prefix(3), "\(answer)")
    }
  }
}
#endif
