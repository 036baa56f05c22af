import Foundation
import Testing

@Suite struct ManifestRuleTests {
  private func manifest(
    _ name: String,
    _ dependencies: String,
    settings: String = "",
    defaults: String = #""Tool""#
  ) throws -> Manifest {
    let text = """
      {"swiftLanguageVersions": ["6"], "targets": [{"name": "\(name)", "type": "regular",
      "dependencies": [\(dependencies)], "settings": [\(settings)]}],
      "traits": [{"name": "default", "enabledTraits": [\(defaults)]}]}
      """
    return try JSONDecoder().decode(Manifest.self, from: Data(text.utf8))
  }

  @Test(arguments: [
    ("MonikerDomain", #"{"byName": ["MonikerData", null]}"#),
    ("MonikerDomain", #"{"target": ["CSQLite", null]}"#),
    ("MonikerPresentation", #"{"byName": ["MonikerDomain", null]}, {"byName": ["CSQLite", null]}"#),
    (
      "MonikerPresentation",
      #"{"byName": ["MonikerDomain", null]}, {"product": ["NIO", "swift-nio", null, null]}"#
    ),
    ("MonikerPresentation", ""),
    ("HTTPPhotosTests", #"{"byName": ["MonikerData", null]}"#),
    ("MonikerContract", #"{"byName": ["MonikerApp", {"platformNames": ["linux"]}]}"#),
    ("DataTests", #"{"byName": ["MonikerApp", null]}"#),
    ("SomethingNew", ""),
  ])
  func `A forbidden dependency is rejected`(name: String, dependencies: String) throws {
    let targets = try manifest(name, dependencies).targets
    #expect(TargetRule.violations(in: targets).map(\.place) == [name])
  }

  @Test func `A target without one of the settings is rejected`() throws {
    let all = SettingRule.required.flatMap { setting in
      setting.kind.map { #"{"tool": "swift", "kind": {"\#($0)": {"_0": "\#($1["_0"] ?? "")"}}}"# }
    }
    func violations(_ settings: [String]) throws -> [Violation] {
      let manifest = try manifest("A", "", settings: settings.joined(separator: ","))
      return SettingRule.violations(in: manifest)
    }
    #expect(try violations(all) == [])
    for missing in all.indices {
      var settings = all
      settings.remove(at: missing)
      #expect(try violations(settings).count == 1)
    }
  }

  @Test(arguments: [
    (#"{"product": ["NIOCore", "swift-nio", null, null]}"#, #""Tool""#),
    (#"{"product": ["NIOCore", "swift-nio", null, {"platformNames": ["linux"]}]}"#, #""Tool""#),
    (#"{"product": ["NIOCore", "swift-nio", null, {"traits": ["Tool"]}]}"#, #""Tool""#),
    (#"{"product": ["NIOCore", "swift-nio", null, {"traits": ["Server", "Tool"]}]}"#, #""Tool""#),
    (#"{"product": ["ArgumentParser", "swift-argument-parser", null, null]}"#, #""Tool""#),
    ("", #""Tool", "Server""#),
  ])
  func `What the tool would fetch for a server is rejected`(
    dependency: String,
    defaults: String
  ) throws {
    let manifest = try manifest("MonikerHTTPPhotos", dependency, defaults: defaults)
    #expect(TraitRule.violations(in: manifest).count == 1)
  }

  @Test func `A product of its trait is accepted`() throws {
    let parser = #"{"product": ["ArgumentParser", "parser", null, {"traits": ["Tool"]}]}"#
    let client = #"{"product": ["NIOCore", "swift-nio", null, {"traits": ["Server"]}]}"#
    let domain = #"{"byName": ["MonikerDomain", null]}"#
    #expect(TraitRule.violations(in: try manifest("A", "\(parser), \(client), \(domain)")) == [])
  }

  @Test(arguments: [("Server", 0), ("Tool", 1)])
  func `The parser of the server belongs to the trait of the server`(
    trait: String,
    count: Int
  ) throws {
    let parser = #"{"product": ["ArgumentParser", "parser", null, {"traits": ["\#(trait)"]}]}"#
    #expect(TraitRule.violations(in: try manifest("MonikerServer", parser)).count == count)
  }

  @Test func `A language mode other than 6 is rejected`() {
    let manifest = Manifest(swiftLanguageVersions: ["5"], targets: [], traits: [])
    #expect(SettingRule.violations(in: manifest).map(\.place) == ["Package.swift"])
  }
}
