/// The release that a program belongs to.
package enum Release {
  /// The version, as [Semantic Versioning 2.0.0](https://semver.org) defines it.
  package static let version = "1.0.0"
}
