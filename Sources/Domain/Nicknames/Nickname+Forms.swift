extension Nickname {
  /// Whether the forms by which the nickname is compared are those of its text.
  package var hasFormsOfItsText: Bool {
    guard let form = try? NicknameProfile.comparisonForm(of: text) else { return false }
    return key == NicknameKey(text: form) && skeleton == NicknameSkeleton(comparing: key)
      && shownSkeleton == NicknameSkeleton(showing: text)
  }
}
