import Testing

@Suite(.timeLimit(.minutes(5))) struct PackageTests {
  @Test func `Every import in Sources is allowed in its layer`() throws {
    let files = try Checkout.sources()
    #expect(LayerRule.violations(in: files) == [])
    #expect(Set(files.compactMap(\.layer)) == Set(Layer.allCases))
    #expect(files.count > 50, "So few? They are looked for in the wrong place.")
  }

  @Test func `Only App reads clock and environment, and only its root names the stores`() throws {
    let files = try Checkout.sources()
    #expect(WordRule.violations(in: files) == [])
    let repositories = Set(WordRule.concreteRepositories(in: files))
    #expect(
      repositories.isSuperset(of: [
        "InMemoryRepository", "PropertyListRepository", "SQLiteRepository",
      ])
    )
  }

  @Test func `Folders use each other's types in one direction`() throws {
    let files = try Checkout.sources()
    #expect(FolderRule.violations(in: files) == [])
    for folder in FolderRule.orders.keys + FolderRule.exempt {
      #expect(files.contains { $0.path.hasPrefix(folder) }, "There is no \(folder).")
    }
  }

  @Test func `Targets depend on what the rule allows, under the same settings`() throws {
    let manifest = try Checkout.manifest()
    #expect(TargetRule.violations(in: manifest.targets) == [])
    #expect(SettingRule.violations(in: manifest) == [])
    #expect(TraitRule.violations(in: manifest) == [])
    #expect(Set(manifest.targets.map(\.name)).isSuperset(of: TargetRule.layers.keys))
  }
}
