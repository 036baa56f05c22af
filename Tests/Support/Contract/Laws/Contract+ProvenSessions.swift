import MonikerDomain
import MonikerDoubles

extension Contract {
  /// The laws about the sessions that tokens lead to, and about notices of changes.
  static var provenSessions: [Law] {
    [
      Law(
        "Tokens lead to their devices and the active sessions of these, in the order of the call",
        .keepsCredentials,
        .demandsNoProof,
        .hasChosenTimesAndIDs
      ) { place in
        let store = try await shared(place)
        let tokens = [2, 9, 1, 3, 1]
        func expectSessions(_ when: String) async throws {
          var expected: [ProvenSession?] = []
          for token in tokens {
            guard let proof = try await store.device(provenBy: digest(token)) else {
              expected.append(nil)
              continue
            }
            let session = try await store.session(of: .active, on: proof.device.id)
            expected.append(ProvenSession(proof, session))
          }
          try expect(when, try await store.sessions(provenBy: tokens.map(digest)), is: expected)
        }
        try await expectSessions("in a new store")
        for number in 1...3 { try await register(number, at: store) }
        try await store.confirmToken(digest(2))
        try await expectSessions("without sessions")
        for number in 1...2 {
          _ = try await store.signIn(try Sample.request("n\(number)", number, on: number))
        }
        try await expectSessions("with sessions")
        _ = try await store.endSessions(
          .session(Sample.sessionID(1)),
          at: Sample.context(9, on: 1)
        )
        _ = try await store.forget(
          Sample.deviceID(2),
          in: RequestContext(in: .device(Sample.deviceID(2)))
        )
        try await expectSessions("after an end")
        try expect("for no token", try await store.sessions(provenBy: []), is: [])
      },
      Law("Each change is noticed, also one that concerns no session", .keepsCredentials) {
        place in
        let store = try await shared(place)
        let reader = NoticeReader(store, at: place)
        for number in 1...3 {
          try await register(number, at: store)
          try await reader.next()
        }
      },
      Law(
        "Changes through another object on the same place are noticed, too",
        .isDurable,
        .keepsCredentials
      ) { place in
        let reader = NoticeReader(try await shared(place), at: place)
        let other = try await shared(place)
        for number in 1...3 {
          try await register(number, at: other)
          try await reader.next()
        }
      },
    ]
  }

  private static func shared(_ place: StorePlace) async throws -> any SharedStore {
    guard let store = try await place.open() as? any SharedStore else {
      throw LawBroken("the store keeps no credentials")
    }
    return store
  }

  private static func digest(_ number: Int) -> SecretDigest {
    guard let digest = SecretDigest(bytes: [UInt8](repeating: UInt8(number), count: 32)) else {
      preconditionFailure("a digest has 32 bytes")
    }
    return digest
  }

  /// Registers a device whose token has its number.
  private static func register(_ number: Int, at store: any SharedStore) async throws {
    _ = try await store.register(
      DeviceRegistration(label: nil, provenBy: digest(number)),
      as: Sample.deviceID(number),
      at: Sample.time(Int64(number))
    )
  }
}
