#if Server
import Glibc
import Testing

@testable import MonikerCluster

@Suite struct `A program that the tests start` {
  @Test func `inherits no descriptor, so that others see the ends of their pipes`() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    let program = try MonikerCluster.start(["sleep", "600"], outputPath: "/dev/null")
    close(ends[1])
    // With another writer there would be neither data nor an end.
    var end = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
    #expect(poll(&end, 1, 60_000) == 1)
    #expect(end.revents & Int16(POLLHUP) != 0)
    close(ends[0])
    kill(program, SIGKILL)
    while waitpid(program, nil, 0) < 0, errno == EINTR {}
  }
}
#endif
