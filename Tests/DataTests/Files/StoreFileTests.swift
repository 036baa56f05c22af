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
}
