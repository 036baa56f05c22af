package import MonikerDomain

extension StoreState {
  package func profile(of account: AccountID, in view: StoreView) -> Profile? {
    guard self.account(account, in: view) != nil else { return nil }
    return profiles[account] ?? .unsaved
  }

  package mutating func save(
    _ edit: ProfileEdit,
    at context: ChangeContext
  ) throws(ProfileError) -> Profile {
    try performOnce(context) { state throws(ProfileError) in
      let id = edit.accountID
      let active = state.place(of: id, on: context.deviceID).flatMap {
        state.active(state.sessions[$0])
      }
      guard let active = active?.state(at: context.time) else { throw .notSignedIn }
      guard active.session.ending == nil else { throw .sessionEnded(active) }
      let stored = state.profiles[id] ?? .unsaved
      guard stored.content != edit.content else { return .unchanged(stored) }
      guard edit.isBased(on: stored) else {
        throw .conflict(ProfileConflict(stored: stored, refused: edit.content))
      }
      let saved = stored.changed(to: edit.content, at: context.time)
      state.profiles[id] = saved
      state.record(.profileChanged, of: active.account, active.session.id, in: context)
      return .changed(saved)
    }
  }
}
