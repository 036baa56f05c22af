extension DisallowedScalar {
  /// Finds the typed scalar that caused a violation in the normalized form.
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

  /// The place of the typed scalar that causes an occurrence of `scalar` in the form of the text.
  ///
  /// The text is divided into runs that normalization does not cross, so that occurrences can be
  /// counted run by run. Within a run, a scalar that becomes part of a composite is next to its
  /// partner, so the scalars that remain are the last ones.
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
  /// Whether normalization leaves this scalar independent of the scalars before it.
  fileprivate var beginsRun: Bool {
    guard let first = NormalizationFormKC.decomposed(CollectionOfOne(self)).first else {
      return false
    }
    let properties = ScalarProperties(first)
    return properties.combiningClass == 0 && properties.quickCheck != .maybe
  }
}
