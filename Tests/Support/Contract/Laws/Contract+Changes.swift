import MonikerDomain
import MonikerDoubles

extension Contract {
  static var changes: [Law] {
    [
      Law("The first element of the changes is the current state") { place in
        let store = try await place.openPersonal()
        let reader = ChangeReader(store, at: place)
        try expect("first", try await reader.next(), is: nil)
        let signIn = try await store.signIn(try Sample.request("a", 1))
        let second = ChangeReader(store, at: place)
        try expect("first", try await second.next(), is: signIn.active)
      },
      Law("Every reader that keeps up receives each change in order", .hasChosenTimesAndIDs) {
        place in
        let store = try await place.openPersonal()
        let readers = [ChangeReader(store, at: place), ChangeReader(store, at: place)]
        func expectNext(_ expected: AccountSession?) async throws {
          for (index, reader) in readers.enumerated() {
            try expect("reader \(index)", try await reader.next(), is: expected)
          }
        }
        try await expectNext(nil)
        let first = try await store.signIn(try Sample.request("a", 1)).active
        try await expectNext(first)
        let second = try await store.signIn(try Sample.request("b", 2)).active
        try await expectNext(second)
        let renamed = try await store.assign(
          try Nickname("c"),
          to: Sample.accountID(2),
          at: Sample.context()
        )
        try await expectNext(AccountSession(account: renamed, session: second.session))
        _ = try await store.endActive()
        try await expectNext(nil)
      },
      Law("A call that does not change the active session publishes no element", .isDirect) {
        place in
        let store = try await place.openPersonal()
        let reader = ChangeReader(store, at: place)
        try expect("first", try await reader.next(), is: nil)
        _ = try await store.assign(
          try Nickname("other"),
          to: Sample.accountID(9),
          at: Sample.context()
        )
        _ = try await store.endActive()
        // A later reader receives its first element after everything that was published before.
        let later = ChangeReader(store, at: place)
        try expect("first", try await later.next(), is: nil)
        try expect("what is left to read", try await reader.end(), is: nil)
        let signIn = try await store.signIn(try Sample.request("a", 1))
        try expect("next", try await later.next(), is: signIn.active)
      },
      Law("A slow reader receives the last state") { place in
        let store = try await place.openPersonal()
        let reader = ChangeReader(store, at: place)
        _ = try await reader.next()
        var states: [AccountSession?] = []
        for number in 1...50 {
          states.append(try await store.signIn(try Sample.request("n\(number)", number)).active)
        }
        // The port allows intermediate states, in their order.
        while !states.isEmpty {
          let next = try await reader.next()
          guard let place = states.firstIndex(of: next) else {
            throw LawBroken("A state was published that did not exist, or twice")
          }
          states.removeFirst(place + 1)
        }
      },
      Law("Readers of an account's changes receive those of its session, active or not") { place in
        let store = try await place.openPersonal()
        let a = SessionSubject.holder(of: NicknameReference(try Nickname("a")))
        let reader = ChangeReader(store, at: place, of: a)
        try expect("first", try await reader.next(), is: nil)
        let signIn = try await store.signIn(try Sample.request("a", 1)).active
        try expect("after its sign-in", try await reader.next(), is: signIn)
        _ = try await store.signIn(try Sample.request("b", 2))
        // A later reader receives its first element after everything that was published before.
        let later = ChangeReader(store, at: place, of: a)
        try expect("later", try await later.next(), is: signIn)
        _ = try await store.end(a, at: Sample.context(), naming: 0)
        // The reader would receive the state between, had the other sign-in published one.
        try expect("after its sign-out", try await reader.next(), is: nil)
        try expect("later, after its sign-out", try await later.next(), is: nil)
      },
      Law("The changes end for the reader whose task is cancelled, and for no other") { place in
        let store = try await place.openPersonal()
        let other = ChangeReader(store, at: place)
        try expect("first", try await other.next(), is: nil)
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let reading = Task {
          var count = 0
          for try await _ in store.changes() {
            count += 1
            start.finish()
          }
          // The changes may end without an element.
          start.finish()
          return count
        }
        for await _ in started {}
        reading.cancel()
        try expect("elements before the end", try await reading.value, is: 1)
        let signIn = try await store.signIn(try Sample.request("a", 1))
        try expect("next for the other", try await other.next(), is: signIn.active)
      },
      Law("Changes made through another object on the same place are published, too", .isDurable) {
        place in
        let store = try await place.open()
        let other = try await place.open()
        let reader = ChangeReader(store, at: place)
        try expect("first", try await reader.next(), is: nil)
        for number in 1...10 {
          let active = try await other.signIn(try Sample.request("n\(number)", number)).active
          try expect("next", try await reader.next(), is: active)
          _ = try await other.endActive()
          try expect("next", try await reader.next(), is: nil)
        }
      },
      Law(
        "Under concurrent changes of one place a reader receives the last state, and only states that existed",
        .isDurable
      ) { place in
        let store = try await place.open()
        let others = [try await place.open(), try await place.open(), try await place.open()]
        let reader = ChangeReader(store, at: place)
        _ = try await reader.next()
        async let writing: [AccountSession?] = withThrowingTaskGroup(of: [AccountSession?].self) {
          group in
          for (index, other) in others.enumerated() {
            group.addTask {
              var made: [AccountSession?] = []
              for turn in 0..<10 {
                let number = 10 * index + turn
                let request = try Sample.request("n\(number)", number)
                made.append(try await other.signIn(request).active)
              }
              return made
            }
          }
          return try await group.reduce(into: []) { $0 += $1 }
        }
        var seen: [AccountSession?] = []
        let made = try await writing
        let last = try await store.current().active
        while seen.last != last { seen.append(try await reader.next()) }
        try expect("the last state", seen.last, is: last)
        try expect("what never was", seen.filter { !made.contains($0) }, is: [])
      },
    ]
  }
}
