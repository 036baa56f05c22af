#if Server
import HTTPTypes
import NIOCore
import NIOHTTPTypes
import Testing

@testable import MonikerServer

@Suite struct `The deadlines of a connection` {
  private let connection: TestConnection

  init() throws {
    connection = try TestConnection()
  }

  private var isClosing: [Bool] { connection.heads.map { $0.headerFields[.connection] == "close" } }

  @Test func `end a client that sends no head within 10 s`() {
    connection.wait(9.999)
    #expect(connection.isOpen)
    connection.wait(0.001)
    #expect(!connection.isOpen)
    #expect(connection.timeouts == [.head])
  }

  @Test func `end a client that sends no further head within 30 s after a response`() throws {
    connection.wait(9)
    try connection.receive(.anyHead, .end(nil))
    connection.wait(9)
    connection.send(.anyHead, .someBytes, .end(nil))
    connection.wait(29.999)
    #expect(connection.isOpen)
    connection.wait(0.001)
    #expect(!connection.isOpen)
    #expect(connection.timeouts == [.head])
  }

  @Test func `end a client whose body takes more than 30 s in all`() throws {
    connection.wait(5)
    try connection.receive(.anyHead)
    for _ in 1...29 {
      connection.wait(1)
      try connection.receive(.someBytes)
    }
    #expect(connection.isOpen)
    connection.wait(1)
    #expect(!connection.isOpen)
    #expect(connection.timeouts == [.body])
  }

  @Test func `leave a response all its time`() throws {
    try connection.receive(.anyHead, .end(nil))
    connection.wait(3_600)
    connection.send(.anyHead)
    connection.wait(3_600)
    #expect(connection.isOpen)
    connection.send(.end(nil))
    #expect(connection.isOpen)
    #expect(isClosing == [false])
  }

  @Test func `end a client that does not take what was written`() throws {
    try connection.receive(.anyHead, .end(nil))
    connection.setTaking(false)
    connection.send(.streamHead, .someBytes)
    // The first look comes at most 10 s after the timer before it, the second 10 s later.
    connection.wait(10)
    #expect(connection.isOpen)
    connection.wait(10)
    #expect(!connection.isOpen)
    #expect(connection.timeouts == [.response])
  }

  @Test func `leave a client alone that takes everything now and then`() throws {
    try connection.receive(.anyHead, .end(nil))
    connection.send(.streamHead)
    for _ in 1...20 {
      connection.setTaking(false)
      connection.send(.someBytes)
      connection.wait(9)
      connection.setTaking(true)
      connection.send(.someBytes)
    }
    #expect(connection.isOpen)
  }

  @Test func `close after a response that came before the whole request`() throws {
    try connection.receive(.anyHead, .someBytes)
    connection.send(.anyHead, .someBytes, .end(nil))
    #expect(isClosing == [true])
    #expect(connection.isHalfClosed && connection.isOpen)
    try connection.receive(.someBytes, .end(nil), .anyHead)
    #expect(connection.received == [.anyHead, .someBytes])
    connection.wait(4.999)
    #expect(connection.isOpen)
    connection.wait(0.001)
    #expect(!connection.isOpen)
    #expect(connection.timeouts == [])
  }

  @Test func `are those of each request, not of the one that is read meanwhile`() throws {
    try connection.receive(.anyHead, .end(nil), .anyHead, .someBytes)
    connection.send(.anyHead, .end(nil))
    #expect(isClosing == [false])
    #expect(!connection.isHalfClosed)
    try connection.receive(.end(nil))
    connection.send(.anyHead, .end(nil))
    #expect(isClosing == [false, false])
    #expect(connection.received.count == 5)
  }

  @Test func `tell the client with the last response that the service ends`() throws {
    try connection.receive(.anyHead, .end(nil), .anyHead, .end(nil))
    connection.receive(ChannelShouldQuiesceEvent())
    connection.send(.anyHead, .end(nil), .anyHead, .end(nil))
    #expect(isClosing == [false, true])
  }

  @Test func `end a stream whose client has gone, and no other response`() throws {
    try connection.receive(.anyHead, .end(nil))
    connection.send(.anyHead)
    connection.receive(ChannelEvent.inputClosed)
    connection.send(.end(nil))
    #expect(connection.isOpen)
    let stream = try TestConnection()
    try stream.receive(.anyHead, .end(nil))
    stream.send(.streamHead)
    #expect(stream.isOpen)
    stream.receive(ChannelEvent.inputClosed)
    #expect(!stream.isOpen)
  }

  @Test func `end a stream whose client had gone before it began`() throws {
    try connection.receive(.anyHead, .end(nil))
    connection.receive(ChannelEvent.inputClosed)
    #expect(connection.isOpen)
    connection.send(.streamHead)
    #expect(!connection.isOpen)
  }

  @Test func `begin for a body when the response before it has ended`() throws {
    try connection.receive(.anyHead, .end(nil), .anyHead, .someBytes)
    connection.send(.streamHead)
    connection.wait(3_600)
    #expect(connection.isOpen)
    connection.send(.end(nil))
    connection.wait(29.999)
    #expect(connection.isOpen)
    connection.wait(0.001)
    #expect(!connection.isOpen)
    #expect(connection.timeouts == [.body])
  }

  @Test func `let a client that sends nothing more take the last response`() throws {
    try connection.receive(.anyHead, .end(nil))
    connection.receive(ChannelEvent.inputClosed)
    connection.setTaking(false)
    connection.send(.anyHead, .end(nil))
    connection.close(.output)
    connection.wait(5)
    // Both sides would be closed, and the rest be dropped.
    #expect(connection.isOpen && !connection.isHalfClosed)
    connection.setTaking(true)
    connection.wait(0.02)
    #expect(!connection.isOpen)
  }

  @Test func `let a client take the last response before a connection is closed`() throws {
    try connection.receive(.anyHead, .end(nil))
    connection.setTaking(false)
    connection.send(.anyHead, .end(nil))
    connection.close(.all)
    #expect(connection.isOpen && connection.isHalfClosed)
    connection.wait(9.999)
    #expect(connection.isOpen)
    connection.wait(0.001)
    #expect(!connection.isOpen)
  }

  @Test(arguments: [true, false])
  func `give a client 5 s to close its side`(isTaking: Bool) throws {
    try connection.receive(.anyHead, .end(nil))
    connection.send(.anyHead, .end(nil))
    connection.close(.output)
    // What the service does next must not reset what the client has not read yet.
    connection.close(.all)
    connection.wait(4.999)
    #expect(connection.isOpen && connection.isHalfClosed)
    connection.wait(0.001)
    #expect(!connection.isOpen)
  }

  @Test func `do not keep a connection that is closed with nothing left`() throws {
    try connection.receive(.anyHead, .end(nil))
    connection.send(.anyHead, .end(nil))
    connection.close(.all)
    #expect(!connection.isOpen)
  }
}
#endif
