#if Server
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import Synchronization
import Testing

@testable import MonikerServer

@Suite struct `The requests of a connection` {
  private struct Broken: Error {}

  /// Answers with the path and the body.
  @Sendable private static func echo(_ request: Request) async -> Response {
    do {
      let body = try await request.body.collect(upTo: 1_000_000)
      return .text("\(request.uri.path) \(String(buffer: body))")
    } catch {
      return .text("\(request.uri.path) failed")
    }
  }

  @Test func `are answered with their bodies, whether these come at once or in parts`() async throws
  {
    let connection = try await RequestConnection(Self.echo)
    await connection.receive(.head("/1"), .text("a"), .text("b"), .end(nil))
    #expect(try await connection.response() == (200, "/1 ab"))
    await connection.receive(.head("/2"), .text("a"))
    await connection.receive(.text("b"), .text("c"))
    await connection.receive(.end(nil))
    #expect(try await connection.response() == (200, "/2 abc"))
    await connection.receive(.head("/3"), .end(nil))
    #expect(try await connection.response() == (200, "/3 "))
    #expect(!connection.isClosing)
  }

  @Test func `are answered one after the other, and nothing is read while one waits`() async throws
  {
    let gate = Gate()
    let begun = Mutex<[String]>([])
    let connection = try await RequestConnection { request in
      begun.withLock { $0.append(request.uri.path) }
      if request.uri.path == "/1" { await gate.pass() }
      return await Self.echo(request)
    }
    await connection.receive(.head("/1"), .end(nil))
    #expect(connection.readCount == 1)
    await connection.receive(.head("/2"), .end(nil), .head("/3"), .text("a"))
    await connection.receive(.text("b"), .end(nil))
    #expect(connection.readCount == 1)
    #expect(begun.withLock { $0 } == ["/1"])
    gate.open()
    #expect(try await connection.response() == (200, "/1 "))
    #expect(try await connection.response() == (200, "/2 "))
    #expect(try await connection.response() == (200, "/3 ab"))
    #expect(connection.readCount == 2)
  }

  @Test func `wait until the client takes what was written`() async throws {
    let begun = Mutex<[String]>([])
    let connection = try await RequestConnection { request in
      begun.withLock { $0.append(request.uri.path) }
      return await Self.echo(request)
    }
    await connection.setWritable(false)
    await connection.receive(.head("/1"), .end(nil), .head("/2"), .end(nil))
    #expect(begun.withLock { $0 } == [])
    #expect(connection.readCount == 0)
    await connection.setWritable(true)
    #expect(try await connection.response() == (200, "/1 "))
    #expect(try await connection.response() == (200, "/2 "))
    #expect(connection.readCount == 1)
  }

  @Test func `are read as fast as their bodies are taken`() async throws {
    let gate = Gate()
    let connection = try await RequestConnection { request in
      await gate.pass()
      return await Self.echo(request)
    }
    await connection.receive(.head("/"))
    for _ in 1...3 { await connection.receive(.text("a")) }
    #expect(connection.readCount == 4)
    for _ in 1...3 { await connection.receive(.text("b")) }
    #expect(connection.readCount == 4)
    await connection.receive(.end(nil))
    gate.open()
    #expect(try await connection.response() == (200, "/ aaabbb"))
    await connection.receive(.head("/2"), .end(nil))
    #expect(try await connection.response() == (200, "/2 "))
    #expect(connection.readCount >= 5)
  }

  @Test(arguments: ["close", "Close", "keep-alive, close", "upgrade"])
  func `end with one that says so, or that asks for another protocol`(field: String) async throws {
    let connection = try await RequestConnection(Self.echo)
    var fields: HTTPFields = [.connection: field]
    if field == "upgrade" { fields[.upgrade] = "h2c" }
    await connection.receive(.head("/1", fields), .end(nil), .head("/2"), .end(nil))
    guard case .head(let head) = try await connection.part() else {
      Issue.record("a response begins with its head")
      return
    }
    #expect(head.headerFields[.connection] == "close")
    #expect(try await connection.response() == (0, "/1 "))
    #expect(connection.isClosing)
  }

  @Test func `are not read on after one that asks for another protocol`() async throws {
    let gate = Gate()
    let connection = try await RequestConnection { _ in
      await gate.pass()
      return .text("")
    }
    await connection.receive(.head("/", [.upgrade: "h2c"]), .end(nil))
    #expect(connection.readCount == 0)
    gate.open()
    _ = try await connection.response()
    #expect(connection.readCount == 0)
  }

  @Test func `are read to their end, also if they ask for another protocol`() async throws {
    let connection = try await RequestConnection(Self.echo)
    await connection.receive(.head("/", [.upgrade: "h2c"]), .text("one "))
    #expect(connection.readCount == 1)
    await connection.receive(.text("two"), .end(nil))
    #expect(try await connection.response() == (200, "/ one two"))
    #expect(connection.isClosing)
  }

  @Test func `are answered to a client that sends no more`() async throws {
    let gate = Gate()
    let connection = try await RequestConnection { request in
      await gate.pass()
      return await Self.echo(request)
    }
    await connection.receive(.head("/1"), .end(nil), .head("/2"), .end(nil))
    await connection.receive(ChannelEvent.inputClosed)
    #expect(!connection.isClosing)
    gate.open()
    #expect(try await connection.response() == (200, "/1 "))
    #expect(try await connection.response() == (200, "/2 "))
    #expect(connection.isClosing)
  }

  @Test func `end with 400 after what is no request, and those before it are answered`()
    async throws
  {
    let gate = Gate()
    let connection = try await RequestConnection { request in
      await gate.pass()
      return await Self.echo(request)
    }
    await connection.receive(.head("/1"), .end(nil), .head("/2"), .end(nil))
    await connection.fail(HTTPParserError.invalidMethod)
    // What else was read of it.
    await connection.fail(
      ByteToMessageDecoderError.dataReceivedInErrorState(Broken(), ByteBuffer())
    )
    gate.open()
    #expect(try await connection.response() == (200, "/1 "))
    #expect(try await connection.response() == (200, "/2 "))
    #expect(try await connection.response() == (400, ""))
    #expect(connection.isClosing)
  }

  @Test(arguments: [false, true])
  func `tell a route that a body has an error`(waits: Bool) async throws {
    let connection = try await RequestConnection(Self.echo)
    if waits {
      await connection.receive(.head("/"), .text("a"))
      await connection.fail(HTTPParserError.invalidChunkSize)
      #expect(try await connection.response() == (200, "/ failed"))
    } else {
      await connection.fail(HTTPParserError.invalidChunkSize)
      #expect(try await connection.response() == (400, ""))
    }
    #expect(connection.isClosing)
  }

  @Test func `end a body whose client has gone`() async throws {
    let failed = Gate()
    let connection = try await RequestConnection { request in
      let response = await Self.echo(request)
      failed.open()
      return response
    }
    await connection.receive(.head("/"), .text("a"))
    try await connection.channel.close()
    await failed.pass()
  }

  @Test func `end at once with the service, or after the response that has begun`() async throws {
    let idle = try await RequestConnection(Self.echo)
    await idle.receive(ChannelShouldQuiesceEvent())
    #expect(idle.isClosing)
    let gate = Gate()
    let busy = try await RequestConnection { request in
      await gate.pass()
      return await Self.echo(request)
    }
    await busy.receive(.head("/1"), .end(nil))
    await busy.receive(ChannelShouldQuiesceEvent())
    #expect(!busy.isClosing)
    gate.open()
    #expect(try await busy.response() == (200, "/1 "))
    #expect(busy.isClosing)
  }

  @Test(arguments: [false, true])
  func `let a stream come to its end with the service`(isLate: Bool) async throws {
    let gate = Gate()
    let connection = try await RequestConnection { _ in
      if isLate { await gate.pass() }
      return Response(
        status: .ok,
        body: ResponseBody { writer in
          try await writer.write(ByteBuffer(string: "begun "))
          // Until the task is cancelled.
          await Gate().pass()
          try await writer.write(ByteBuffer(string: "ended"))
          try await writer.finish(nil)
        }
      )
    }
    await connection.receive(.head("/"), .end(nil))
    if isLate {
      await connection.receive(ChannelShouldQuiesceEvent())
      gate.open()
      #expect(try await connection.response() == (200, "begun ended"))
    } else {
      guard case .head = try await connection.part(), case .body = try await connection.part()
      else {
        Issue.record("the stream begins with its head and a part")
        return
      }
      #expect(!connection.isClosing)
      await connection.receive(ChannelShouldQuiesceEvent())
      #expect(try await connection.response() == (0, "ended"))
    }
    #expect(connection.isClosing)
  }

  @Test func `close the connection if a stream cannot go on`() async throws {
    let connection = try await RequestConnection { _ in
      Response(status: .ok, body: ResponseBody { _ in throw Broken() })
    }
    await connection.receive(.head("/"), .end(nil))
    guard case .head = try await connection.part() else {
      Issue.record("the stream begins with its head")
      return
    }
    try await connection.channel.closeFuture.get()
  }
}

@Suite struct `The end of a service` {
  private let open = OpenConnections()

  @Test func `waits for all connections and responses`() async throws {
    open.enter()
    open.enter()
    let end = Task { [open] in await open.end() }
    open.leave()
    let last = Task { [open] in
      await Task.yield()
      open.leave()
      return true
    }
    await end.value
    #expect(await last.value)
    // There is nothing left to wait for.
    await open.end()
  }

  @Test func `waits no longer when it is cancelled`() async throws {
    open.enter()
    let end = Task { [open] in await open.end() }
    end.cancel()
    await end.value
  }
}
#endif
