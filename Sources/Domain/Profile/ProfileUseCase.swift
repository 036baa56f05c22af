/// Loads and saves the profile of an account that is signed in.
public struct ProfileUseCase: Sendable {
  private let profiles: any ProfileRepository
  private let sessions: any SessionRepository
  private let photos: any PhotoSource
  private let context: RequestContext
  private let now: @Sendable () -> Timestamp

  /// Creates the use case over a store and a photo source.
  ///
  /// - Parameters:
  ///   - profiles: the store's profiles.
  ///   - sessions: the sessions of the same store.
  ///   - photos: the source of pictures.
  ///   - context: the context of the calls.
  ///   - now: returns the present time.
  public init(
    profiles: any ProfileRepository,
    sessions: any SessionRepository,
    photos: any PhotoSource,
    in context: RequestContext,
    now: @escaping @Sendable () -> Timestamp
  ) {
    self.profiles = profiles
    self.sessions = sessions
    self.photos = photos
    self.context = context
    self.now = now
  }

  /// Returns the profile of the subject's account.
  ///
  /// - Parameter subject: selects the account by its session.
  /// - Throws: ``ProfileError/notSignedIn``; ``ProfileError/sessionEnded(_:)``;
  ///   ``ProfileError/store(_:)``.
  public func load(
    _ subject: SessionSubject = .active
  ) async throws(ProfileError) -> AccountProfile {
    let snapshot: SessionSnapshot
    do {
      snapshot = try await sessions.session(of: subject, on: context.deviceID)
    } catch {
      switch error {
      case .store(let failure): throw .store(failure)
      case .sessionEnded(let active): throw .sessionEnded(active)
      case .notSignedIn, .noSuchSession, .ambiguous: throw .notSignedIn
      }
    }
    switch snapshot.state(at: now()) {
    case .signedOut: throw .notSignedIn
    case .ended(let active): throw .sessionEnded(active)
    case .signedIn(let active):
      guard let profile = try await profiles.profile(of: active.account.id, in: context.scope)
      else { throw .notSignedIn }
      return AccountProfile(account: active.account, profile: profile)
    }
  }

  /// Saves an edited profile.
  ///
  /// - Parameters:
  ///   - content: the content after the edit.
  ///   - edited: the profile that was edited, as ``load(_:)`` returned it.
  /// - Returns: the profile after the call.
  /// - Throws: ``ProfileError/conflict(_:)``; ``ProfileError/signedOut(_:)``;
  ///   ``ProfileError/sessionEnded(_:)``; ``ProfileError/store(_:)``.
  public func save(
    _ content: ProfileContent,
    over edited: AccountProfile
  ) async throws(ProfileError) -> AccountProfile {
    let edit = ProfileEdit(
      content,
      ofVersion: edited.profile.version,
      changedAt: edited.profile.changedAt,
      of: edited.account.id
    )
    do {
      let saved = try await profiles.save(edit, in: context)
      return AccountProfile(account: edited.account, profile: saved)
    } catch {
      // Another account may be signed in.
      throw error == .notSignedIn ? .signedOut(edited.account) : error
    }
  }

  /// Returns the picture of a photo that a person chooses, and tells its source.
  ///
  /// - Parameter typed: the ID of the photo.
  /// - Throws: ``ProfileError/photo(_:)``.
  public func choose(_ typed: String) async throws(ProfileError) -> Picture {
    let photo: Photo
    do {
      photo = try await PhotosUseCase(source: photos).photo(typed)
    } catch {
      throw .photo(error)
    }
    return try await choose(photo)
  }

  /// Returns the picture of a photo that a person chooses, and tells its source.
  ///
  /// - Throws: ``ProfileError/photo(_:)``.
  public func choose(_ photo: Photo) async throws(ProfileError) -> Picture {
    do {
      try await photos.choose(photo)
    } catch {
      throw .photo(error)
    }
    return photo.picture
  }
}
