/// The uses of types between the folders of a parent folder.
///
/// Files directly in the parent belong to none of its folders: they hold what the folders share, or
/// combine them.
struct FolderGraph {
  /// The first mention of a folder's type in another folder.
  struct Use: Hashable {
    let path: String
    let line: Int
    let type: String

    /// The file and the type.
    var description: String { "\(path.split(separator: "/").last ?? ""): \(type)" }
  }

  /// The folders, each with the folders that it uses.
  private(set) var uses: [String: [String: Use]] = [:]

  /// Builds the graph.
  ///
  /// - Parameters:
  ///   - parent: the path of the parent folder, such as `Sources/Domain/`.
  ///   - files: the type names in each file, by its path.
  init(of parent: String, _ files: [String: TypeNames]) {
    let folders = Dictionary(grouping: files.keys.sorted()) { Self.folder(of: $0, in: parent) }
    var owners: [String: Set<String>] = [:]
    for case let (folder?, paths) in folders {
      uses[folder] = [:]
      for name in paths.flatMap({ files[$0]?.visible ?? [] }) {
        owners[name, default: []].insert(folder)
      }
    }
    for case let (folder?, paths) in folders {
      // A nested type hides another folder's type of the same name.
      let own = Set(paths.flatMap { files[$0]?.declared ?? [] })
      for path in paths {
        let mentioned = (files[path]?.mentioned ?? [:]).filter { !own.contains($0.key) }
        for (name, line) in mentioned.sorted(by: { ($0.value, $0.key) < ($1.value, $1.key) }) {
          guard let owner = owners[name], owner.count == 1, let used = owner.first else { continue }
          let use = Use(path: path, line: line, type: name)
          uses[folder, default: [:]].merge([used: use]) { first, _ in first }
        }
      }
    }
  }

  /// The folder in `parent` that contains a file at any depth; nil for a file directly in `parent`.
  static func folder(of path: String, in parent: String) -> String? {
    guard path.hasPrefix(parent) else { return nil }
    let parts = path.dropFirst(parent.count).split(separator: "/")
    return parts.count > 1 ? String(parts[0]) : nil
  }

  /// The shortest cycle through each folder that is in one; each cycle is listed once.
  var circles: [[String]] {
    var found: Set<Set<String>> = []
    return uses.keys.sorted().compactMap { folder in
      guard let circle = shortestCircle(through: folder), found.insert(Set(circle)).inserted
      else { return nil }
      return circle
    }
  }

  private func shortestCircle(through folder: String) -> [String]? {
    var paths = [[folder]]
    var seen: Set<String> = []
    while !paths.isEmpty {
      let path = paths.removeFirst()
      for next in (uses[path[path.count - 1]] ?? [:]).keys.sorted() {
        if next == folder { return path }
        if seen.insert(next).inserted { paths.append(path + [next]) }
      }
    }
    return nil
  }
}
