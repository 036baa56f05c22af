import Glibc
import MonikerDoubles
import Testing

@testable import MonikerData
@testable import MonikerFiles

@Suite struct `The file of a store` {
  @Test(arguments: [
    ("store", ".", "store"), ("./store", ".", "store"), ("/store", "/", "store"),
    ("/home/mina/store", "/home/mina", "store"), ("folder/길동", "folder", "길동"),
    // A combining mark after the slash forms one character with it.
    ("folder/\u{301}store", "folder", "\u{301}store"),
  ])
  func `is named as the system splits its path`(path: String, folder: String, name: String) {
    let file = StoreFile(path: path)
    #expect(file.folder == folder)
    #expect(file.name == name)
  }
  @Test func `keeps the locks of this process when its staging file is closed`() throws {
    let folder = try TemporaryFolder()
    let store = StoreFile(path: folder.file("store"))
    var staging = try StagingFile(beside: store)
    try staging.file.move(to: store)
    let path = try #require(try openFiles(at: store.path).isEmpty ? nil : store.path)
    // A connection of this process, with a lock as SQLite takes it.
    let connection = try FileDescriptor(opening: path, flags: O_RDWR)
    let lease = OpenFileLease(on: FileID(try connection.status()))
    var lock = flock()
    (lock.l_type, lock.l_whence, lock.l_len) = (Int16(F_WRLCK), Int16(SEEK_SET), 1)
    #expect(fcntl(connection.number, F_SETLK, &lock) == 0)
    staging.close()
    // For F_OFD_GETLK, the process ID must be 0.
    #expect(fcntl(connection.number, 36, &lock) == 0)
    #expect(lock.l_type == Int16(F_WRLCK))
    withExtendedLifetime(lease) {}
  }
}
