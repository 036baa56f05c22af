extension NicknamePolicy {
  /// The limits of ``standard``, with the names reserved that messages use: `moniker` for the program
  /// and `nobody` for the absence of a person.
  ///
  /// It is made at its first use, which takes longer than reading who is signed in.
  public static let reservingOwnNames: NicknamePolicy = {
    do {
      return try NicknamePolicy(reserving: ["moniker", "nobody"])
    } catch {
      preconditionFailure("a reserved name is no nickname: \(error)")
    }
  }()
}
