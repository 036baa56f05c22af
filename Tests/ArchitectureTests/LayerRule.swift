/// The allowed imports of a file in Sources follow from its layer.
enum LayerRule {
  static func violations(in files: [SourceFile]) -> [Violation] {
    files.flatMap { file in
      guard let layer = file.layer else {
        return [Violation(file.path, "it is in none of the four layers")]
      }
      return file.imports.compactMap { found in
        layer.objection(to: found, in: file.path).map {
          Violation(file.path, line: found.line, $0)
        }
      }
    }
  }
}
