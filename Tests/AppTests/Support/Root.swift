import Glibc
import Testing

/// Fails the test unless it runs as root, since only root can give a file to another user or become one.
func requireRoot(sourceLocation: SourceLocation = #_sourceLocation) throws {
  try #require(getuid() == 0, "Run this as root.", sourceLocation: sourceLocation)
}
