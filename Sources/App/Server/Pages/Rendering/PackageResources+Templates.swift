#if Server
extension PackageResources {
  /// The templates by their names.
  static let templates: [String: [UInt8]] = [
    "accounts": accounts_mustache,
    "frame": frame_mustache,
    "history": history_mustache,
    "home": home_mustache,
    "key": key_mustache,
    "link": link_mustache,
    "notice": notice_mustache,
    "photo": photo_mustache,
    "photos": photos_mustache,
    "problem": problem_mustache,
    "profile": profile_mustache,
    "proof": proof_mustache,
    "recovery-key": recovery_key_mustache,
    "sent": sent_mustache,
    "sentence": sentence_mustache,
    "session": session_mustache,
    "sessions": sessions_mustache,
    "sign-in": sign_in_mustache,
    "stamp": stamp_mustache,
    "waiting": waiting_mustache,
    "which": which_mustache,
  ]
}
#endif
