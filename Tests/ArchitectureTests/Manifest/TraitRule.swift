/// What the tool does not need is neither fetched nor built for it: each product of another package
/// belongs to a trait, and the trait of the server is not a default one.
///
/// The argument parser belongs to the trait of the program that uses it.
enum TraitRule {
  static func violations(in manifest: Manifest) -> [Violation] {
    let defaults = manifest.traits.first { $0.name == "default" }?.enabledTraits ?? []
    let wrongDefaults = Violation("Package.swift", "the traits by default are \(defaults)")
    return (defaults == ["Tool"] ? [] : [wrongDefaults])
      + manifest.targets.flatMap { target in
        target.dependencies.filter(\.isProduct).compactMap { product in
          let isOfServer = ["MonikerServer", "ServerTests"].contains(target.name)
          let isOfTool = product.name == "ArgumentParser" && !isOfServer
          let trait = isOfTool ? "Tool" : "Server"
          return product.traits == [trait]
            ? nil : Violation(target.name, "\(product.name) belongs to the trait \(trait)")
        }
      }
  }
}
