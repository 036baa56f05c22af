import Foundation

/// The content of a disk after a loss of power.
struct DiskImage: Hashable, Sendable {
  let folders: Set<String>
  let files: [String: [UInt8]]

  /// The names of the files that differ from another image.
  func difference(from other: DiskImage) -> [String] {
    let names = Set(files.keys).union(other.files.keys)
    return
      (names.filter { files[$0] != other.files[$0] } + folders.symmetricDifference(other.folders))
      .sorted()
  }

  /// Writes the image into a folder.
  func restore(in home: String) throws {
    for folder in folders.sorted() {
      let path = home + "/" + folder
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    for (name, bytes) in files {
      try Data(bytes).write(to: URL(filePath: home + "/" + name))
    }
  }
}

extension Disk {
  /// Returns what may remain if power is lost now: of each folder every prefix of its name
  /// operations, with all unsynced content of each file, none of it, or random parts of it.
  ///
  /// - Parameter parts: the number of random parts of each.
  func images(parts: Int, using random: inout some RandomNumberGenerator) -> Set<DiskImage> {
    var images: Set<DiskImage> = []
    for entries in possibleEntries {
      let unsynced = entries.values.compactMap { entry -> Int? in
        guard case .file(let file) = entry, files[file]?.pending.isEmpty == false else {
          return nil
        }
        return file
      }
      for choice in 0..<(1 << unsynced.count) {
        let kept = Set(unsynced.indices.filter { choice >> $0 & 1 == 1 }.map { unsynced[$0] })
        images.insert(
          image(of: entries) { _, file in
            kept.contains(file) ? self.files[file]?.pending ?? [] : []
          }
        )
      }
      guard !unsynced.isEmpty else { continue }
      for _ in 0..<parts {
        images.insert(
          image(of: entries) { name, file in
            let pending = self.files[file]?.pending ?? []
            // SQLite maps its shared memory: the trace does not show writes to it.
            if name.hasSuffix("-shm") {
              let junk = (0..<32_768).map { _ in UInt8.random(in: 0...255, using: &random) }
              return [.write(junk, offset: 0)]
            }
            return pending.compactMap { change in
              switch Int.random(in: 0..<3, using: &random) {
              case 0: nil
              case 1: change
              default: change.torn(by: &random)
              }
            }
          }
        )
      }
    }
    return images
  }

  /// The content as long as power stays on.
  var everything: DiskImage {
    let entries = pending.values.joined().reduce(into: entries) { $1.apply(to: &$0) }
    return image(of: entries) { files[$1]?.pending ?? [] }
  }

  /// Each folder's names after every prefix of its name operations.
  private var possibleEntries: [[String: Entry]] {
    pending.sorted { $0.key < $1.key }.reduce([entries]) { possible, folder in
      possible.flatMap { entries in
        (0...folder.value.count).map { count in
          folder.value.prefix(count).reduce(into: entries) { $1.apply(to: &$0) }
        }
      }
    }
  }

  private func image(
    of entries: [String: Entry],
    keeping kept: (_ name: String, _ file: Int) -> [Change]
  ) -> DiskImage {
    var image: [String: [UInt8]] = [:]
    let folders = Set(entries.filter { $0.value == .folder }.keys)
    func isThere(_ name: String) -> Bool {
      let folder = Self.folder(of: name)
      return folder == "." || folders.contains(folder) && isThere(folder)
    }
    for (name, entry) in entries.sorted(by: { $0.key < $1.key }) where isThere(name) {
      guard case .file(let file) = entry else { continue }
      image[name] = kept(name, file).reduce(into: files[file]?.durable ?? []) { $1.apply(to: &$0) }
    }
    return DiskImage(folders: folders.filter { isThere($0) }, files: image)
  }
}
