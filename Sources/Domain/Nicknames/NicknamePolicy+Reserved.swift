extension NicknamePolicy {
  /// The limits of ``standard``, with the names reserved that messages use.
  ///
  /// `moniker` is the program, and `nobody` the absence of a person. The value is created at its
  /// first use, which takes longer than reading the active session.
  public static let reservingOwnNames: NicknamePolicy = {
    do {
      return try NicknamePolicy(reserving: ["moniker", "nobody"])
    } catch {
      preconditionFailure("a reserved name is no nickname: \(error)")
    }
  }()
}
