/// The canonical order of combining marks (the Unicode Standard, D108 and D109).
enum CanonicalOrder {
  /// Sorts each run of marks by combining class, keeping the order within a class.
  ///
  /// It takes linear time however long a run is: a megabyte of marks is one run.
  static func restore(in parts: inout [DecomposedScalar]) {
    var start = 0
    while start < parts.count {
      guard parts[start].combiningClass != 0 else {
        start += 1
        continue
      }
      var end = start + 1
      var isOrdered = true
      while end < parts.count, parts[end].combiningClass != 0 {
        if parts[end].combiningClass < parts[end - 1].combiningClass { isOrdered = false }
        end += 1
      }
      if !isOrdered { sort(&parts, in: start..<end) }
      start = end
    }
  }

  private static func sort(_ parts: inout [DecomposedScalar], in run: Range<Int>) {
    if run.count <= 16 {
      insert(&parts, in: run)
    } else {
      count(&parts, in: run)
    }
  }

  private static func insert(_ parts: inout [DecomposedScalar], in run: Range<Int>) {
    for place in run.dropFirst() {
      let part = parts[place]
      var hole = place
      while hole > run.lowerBound, parts[hole - 1].combiningClass > part.combiningClass {
        parts[hole] = parts[hole - 1]
        hole -= 1
      }
      parts[hole] = part
    }
  }

  private static func count(_ parts: inout [DecomposedScalar], in run: Range<Int>) {
    let marks = Array(parts[run])
    var next = [Int](repeating: 0, count: 257)
    for mark in marks { next[Int(mark.combiningClass) + 1] += 1 }
    for value in 1..<next.count { next[value] += next[value - 1] }
    for mark in marks {
      let value = Int(mark.combiningClass)
      parts[run.lowerBound + next[value]] = mark
      next[value] += 1
    }
  }
}
