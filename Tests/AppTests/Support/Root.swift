import Glibc
import Testing

/// Fails the test unless it runs as root: only root can change a file's owner or its own user.
func requireRoot(sourceLocation: SourceLocation = #_sourceLocation) throws {
  try #require(getuid() == 0, "Run this as root.", sourceLocation: sourceLocation)
}
