extension Nickname {
  /// Whether the key and both skeletons are the ones that the text has.
  package var hasFormsOfItsText: Bool {
    guard let form = try? NicknameProfile.comparisonForm(of: text) else { return false }
    return key == NicknameKey(text: form) && skeleton == NicknameSkeleton(comparing: key)
      && shownSkeleton == NicknameSkeleton(showing: text)
  }
}
