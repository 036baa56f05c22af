public import MonikerDomain

extension Identifier {
  /// A new ID: a UUID of version 4, with 122 bits of the system's secure random source (RFC 9562,
  /// section 5.4).
  public static func random() -> Identifier { .uuid(ProcessEnvironment.random) }
}
