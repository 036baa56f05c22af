/// Where the rule that names the acting account comes from, the strongest first.
public enum ActingAccountSource: Hashable, Sendable {
  /// The request itself.
  case flag
  /// An environment variable.
  case variable(String)
  /// A file in this folder or one above it, by its path.
  case projectFile(String)
}
