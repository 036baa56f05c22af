import MonikerDomain

/// Records that a function returns when the first of them is read.
actor FaultyContents: StoreContents {
  private let read: @Sendable () async -> [StoreRecord]
  private var isRead = false

  init(_ read: @escaping @Sendable () async -> [StoreRecord]) {
    self.read = read
  }

  func next() async -> [StoreRecord] {
    guard !isRead else { return [] }
    isRead = true
    return await read()
  }
}
