extension Nickname {
  /// Whether the forms by which the nickname is compared are those of its text, or its exact spelling where
  /// it has lapsed.
  package var hasFormsOfItsText: Bool {
    guard let form = try? NicknameProfile.comparisonForm(of: text) else { return isLapsed }
    let own = NicknameKey(text: form)
    let spelling = NicknameSkeleton(spelling: text)
    return [own, spellingKey].contains(key)
      && [NicknameSkeleton(comparing: own), spelling].contains(skeleton)
      && [NicknameSkeleton(showing: text), spelling].contains(shownSkeleton)
  }
}
