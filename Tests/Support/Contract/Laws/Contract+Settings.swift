import MonikerModel
import MonikerDomain
import MonikerDoubles

extension Contract {
  /// The laws about the settings of a store.
  static var settings: [Law] {
    [
      Law(
        "A change of the settings changes nothing else, and a new store has the standard ones",
        .isWhole
      ) {
        place in
        let store = try await place.open()
        try expect("at first", try await store.settings(), is: .standard)
        _ = try await store.signIn(try Sample.request("a", 1))
        let before = try await Observation(store)
        var last = StoreSettings.standard
        for limit in [5, 1_000, 0, StoreSettings.maximumHistoryLimit] {
          let settings = StoreSettings(historyLimit: limit)
          try expect("the settings before", try await store.set(settings), is: last)
          last = settings
          try expect("the settings", try await store.settings(), is: settings)
          try expect("the store", try await Observation(store), is: before)
          let end = try await store.records().last
          guard case .metadata(let metadata)? = end else { throw LawBroken("no metadata") }
          try expect("in the records", metadata.settings, is: settings)
        }
      },
      Law("A merge keeps the settings of the store", .isWhole) { place in
        let store = try await place.open()
        let settings = StoreSettings(historyLimit: 7)
        try await store.set(settings)
        let other = InMemoryRepository()
        _ = try await other.signIn(try Sample.request("a", 1))
        try await other.set(StoreSettings(historyLimit: 9))
        _ = try await store.merge(try await other.records())
        try expect("the settings", try await store.settings(), is: settings)
      },
      Law("The settings are kept when the store is opened again", .isWhole, .isDurable) {
        place in
        let store = try await place.open()
        let settings = StoreSettings(historyLimit: 7)
        try await store.set(settings)
        try expect("the settings", try await place.open().settings(), is: settings)
      },
    ]
  }
}
