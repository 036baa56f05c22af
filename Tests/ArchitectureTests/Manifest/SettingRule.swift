/// Every Swift target has the same settings and the language mode 6.
enum SettingRule {
  static let required = [
    Manifest.Setting("enableUpcomingFeature", "ExistentialAny"),
    Manifest.Setting("enableUpcomingFeature", "MemberImportVisibility"),
    Manifest.Setting("enableUpcomingFeature", "InternalImportsByDefault"),
    Manifest.Setting("enableUpcomingFeature", "NonisolatedNonsendingByDefault"),
    Manifest.Setting("treatAllWarnings", "error"),
  ]

  static func violations(in manifest: Manifest) -> [Violation] {
    let mode = manifest.swiftLanguageVersions ?? []
    return (mode == ["6"] ? [] : [Violation("Package.swift", "the language mode is \(mode)")])
      + manifest.targets.filter { $0.type != "system" }.flatMap { target in
        required.filter { !target.settings.contains($0) }.map {
          Violation(target.name, "it is built without \($0.kind)")
        }
      }
  }
}
