import MonikerDomain
import MonikerModel

@testable import MonikerData

extension Fault {
  /// Faults of the profiles of accounts.
  static let profiles = [
    Fault(
      "has an empty profile for every ID",
      breaks: "An account that saved no profile has an empty one, and an unknown account has none"
    ) { (profile: inout Profile?, _) in
      profile = profile ?? .unsaved
    },
    Fault(
      "has no profile for an account that saved none",
      breaks: "An account that saved no profile has an empty one, and an unknown account has none"
    ) { (profile: inout Profile?, _) in
      if profile?.version == 0 { profile = nil }
    },
    Fault(
      "decomposes the texts of a profile",
      breaks: "A saved profile is read as it was saved, with its version and its time"
    ) { (profile: inout Profile?, _) in
      guard let found = profile else { return }
      let text = found.content.description.replacing("é", with: "e\u{301}")
      let content = ProfileContent(
        storedTitle: found.content.title,
        description: text,
        picture: found.content.picture
      )
      profile = Profile(content ?? .empty, version: found.version, changedAt: found.changedAt)
    },
    Fault(
      "gives two saves one time if the clock has gone back",
      breaks: "A later save has a later time, also if the clock has gone back"
    ) { (profile: inout Profile, before) in
      for old in before.profiles.values where profile.version == old.version + 1 {
        guard profile.changedAt == old.changedAt?.advanced(by: .milliseconds(1)) else { continue }
        profile = Profile(profile.content, version: profile.version, changedAt: old.changedAt)
      }
    },
    Fault(
      "loses the picture of a profile",
      breaks: "A saved profile is read as it was saved, with its version and its time",
      "A merge takes the later one of two profiles, and a second one changes nothing"
    ) { (after: inout StoreState, _) in
      after.profiles = after.profiles.mapValues {
        Profile($0.content.with(nil), version: $0.version, changedAt: $0.changedAt)
      }
    },
    Fault(
      "saves over any version",
      breaks: "A save over another version is refused with the stored profile, and changes nothing",
      "Of 100 concurrent edits of one version, one is saved, and the others get it"
    ) { (edit: inout ProfileEdit, before) in
      let stored = before.profiles[edit.accountID] ?? .unsaved
      edit = ProfileEdit(
        edit.content,
        ofVersion: stored.version,
        changedAt: stored.changedAt,
        of: edit.accountID
      )
    },
    Fault(
      "saves over a version of any time",
      breaks: "A save over the same version of another time is refused"
    ) { (edit: inout ProfileEdit, before) in
      edit = ProfileEdit(
        edit.content,
        ofVersion: edit.version,
        changedAt: before.profiles[edit.accountID]?.changedAt,
        of: edit.accountID
      )
    },
    Fault(
      "loses the text of a refused edit",
      breaks: "A save over another version is refused with the stored profile, and changes nothing"
    ) { (refusal: inout ProfileError, _) in
      guard case .conflict(let conflict) = refusal else { return }
      refusal = .conflict(ProfileConflict(stored: conflict.stored, refused: .empty))
    },
    Fault(
      "counts a save that changes nothing",
      breaks: "A save of the stored content changes nothing, whatever version was edited"
    ) { (profile: inout Profile, before) in
      guard before.profiles.values.contains(profile) else { return }
      profile = profile.changed(
        to: profile.content,
        at: Timestamp(millisecondsSince1970: 0)
      )
    },
    Fault(
      "refuses a save of the stored content over another version",
      breaks: "A save of the stored content changes nothing, whatever version was edited"
    ) { (outcome: inout Result<Profile, ProfileError>, before) in
      guard case .success(let profile) = outcome, before.profiles.values.contains(profile) else {
        return
      }
      outcome = .failure(.conflict(ProfileConflict(stored: profile, refused: profile.content)))
    },
    Fault(
      "renews a session whose account saves its profile",
      breaks: "A save changes nothing but the profile, and records an event with the session"
    ) { (after: inout StoreState, before) in
      guard after.profiles != before.profiles, let time = after.events.last?.time else { return }
      after.sessions = after.sessions.map { $0.used(at: time) ?? $0 }
    },
    Fault(
      "records no event of a profile",
      breaks: "A save changes nothing but the profile, and records an event with the session",
      "Of 100 concurrent edits of one version, one is saved, and the others get it"
    ) { (after: inout StoreState, _) in
      guard after.events.last?.kind == .profileChanged else { return }
      after.events.removeLast()
      after.lastSequence -= 1
    },
    Fault(
      "saves profiles for accounts that are signed out",
      breaks: "A save needs an open session of the account on the device"
    ) { (outcome: inout Result<Profile, ProfileError>, _) in
      if case .failure(.notSignedIn) = outcome { outcome = .success(.unsaved) }
    },
    Fault(
      "saves profiles for accounts whose session has ended",
      breaks: "A save needs an open session of the account on the device"
    ) { (outcome: inout Result<Profile, ProfileError>, _) in
      if case .failure(.sessionEnded) = outcome { outcome = .success(.unsaved) }
    },
    Fault(
      "removes the profile with the session",
      breaks:
        "A profile stays when its account is renamed or signs out, and goes with its account"
    ) { (after: inout StoreState, _) in
      let open = Set(after.sessions.filter { $0.ending == nil }.map(\.accountID))
      after.profiles = after.profiles.filter { open.contains($0.key) }
    },
    Fault(
      "keeps the profile of a removed account",
      breaks:
        "A profile stays when its account is renamed or signs out, and goes with its account"
    ) { (after: inout StoreState, before) in
      after.profiles.merge(before.profiles) { own, _ in own }
    },
    Fault(
      "shows profiles outside the scope",
      breaks: "A device sees and saves the profiles of the accounts in its view alone"
    ) { (scope: inout StoreScope, _) in
      scope = .everything(on: scope.deviceID)
    },
    Fault(
      "keeps its own profiles in a merge",
      breaks: "A merge takes the later one of two profiles, and a second one changes nothing"
    ) { (merged: inout Merged, before) in
      merged.state.profiles.merge(before.profiles) { $1 }
    },
    Fault(
      "takes the other profile if both were changed at one time",
      breaks: "A merge takes the later one of two profiles, and a second one changes nothing"
    ) { (merged: inout Merged, _) in
      for case .profile(let profile, let account) in merged.records
      where merged.state.profiles[account]?.changedAt == profile.changedAt {
        merged.state.profiles[account] = profile
      }
    },
    Fault(
      "keeps the version of its own profile in a merge",
      breaks: "A merge takes the later one of two profiles, and a second one changes nothing"
    ) { (merged: inout Merged, before) in
      for (account, own) in before.profiles {
        guard let profile = merged.state.profiles[account] else { continue }
        merged.state.profiles[account] = Profile(
          profile.content,
          version: own.version,
          changedAt: profile.changedAt
        )
      }
    },
    Fault(
      "ignores the version of the other profile in a merge",
      breaks: "A merge takes the later one of two profiles, and a second one changes nothing"
    ) { (merged: inout Merged, before) in
      for (account, own) in before.profiles {
        guard let profile = merged.state.profiles[account], profile.content != own.content else {
          continue
        }
        merged.state.profiles[account] = Profile(
          profile.content,
          version: own.version + 1,
          changedAt: profile.changedAt
        )
      }
    },
    Fault(
      "keeps the earlier time of a profile with the same content",
      breaks: "A merge takes the later one of two profiles, and a second one changes nothing"
    ) { (merged: inout Merged, before) in
      for (account, own) in before.profiles
      where merged.state.profiles[account]?.content == own.content {
        merged.state.profiles[account] = own
      }
    },
    Fault(
      "forgets its profiles when it is opened",
      breaks: "A profile is kept when the store is opened again"
    ) { (opened: inout Opened, _) in
      opened.state.profiles = [:]
    },
  ]
}
