extension DisallowedScalar {
  /// Finds what was typed behind a violation in the form that it has led to.
  init(_ violation: FreeformClass.Violation, in scalars: [Unicode.Scalar], typed text: String) {
    let scalar = scalars[violation.place]
    let earlier = scalars[..<violation.place].count { $0 == scalar }
    let typed = Array(text.unicodeScalars)
    let place = Self.place(of: scalar, after: earlier, in: typed)
    self.scalar = scalar
    self.typed = place.map { typed[$0] } ?? scalar
    position = (place ?? violation.place) + 1
    rule = violation.rule
  }

  /// The place of what leads to an occurrence of a scalar in the form of a text.
  ///
  /// The text is taken in runs that normalization does not reach across, so that occurrences can be
  /// counted run by run. Within one, a scalar that goes into a composite does so next to what it
  /// composes with: those that are left over are the last ones.
  private static func place(
    of scalar: Unicode.Scalar,
    after earlier: Int,
    in typed: [Unicode.Scalar]
  ) -> Int? {
    var earlier = earlier
    var start = 0
    while start < typed.count {
      let end = typed[(start + 1)...].firstIndex(where: \.beginsRun) ?? typed.count
      let run = typed[start..<end]
      let candidates = run.indices.flatMap { place in
        let parts = NormalizationFormKC.decomposed(CollectionOfOne(typed[place]))
        return parts.filter { $0 == scalar }.map { _ in place }
      }
      if !candidates.isEmpty {
        var form = Array(run)
        NormalizationFormKC.normalize(&form)
        let left = candidates.suffix(form.count { $0 == scalar })
        if earlier < left.count { return left[left.startIndex + earlier] }
        earlier -= left.count
      }
      start = end
    }
    return nil
  }
}

extension Unicode.Scalar {
  /// Whether normalization takes nothing of this scalar to what stands before it.
  fileprivate var beginsRun: Bool {
    guard let first = NormalizationFormKC.decomposed(CollectionOfOne(self)).first else {
      return false
    }
    let properties = ScalarProperties(first)
    return properties.combiningClass == 0 && properties.quickCheck != .maybe
  }
}
