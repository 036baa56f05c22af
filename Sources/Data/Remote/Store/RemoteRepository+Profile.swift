#if Server
public import MonikerDomain

extension RemoteRepository: ProfileRepository {
  /// Returns the profile of an account that is signed in on this device.
  public func profile(
    of account: AccountID,
    in scope: StoreScope
  ) async throws(ProfileError) -> Profile? {
    do {
      return try await stored(account)?.profile
    } catch {
      throw .store(failure(error))
    }
  }

  private func stored(
    _ account: AccountID
  ) async throws(RemoteRefusal) -> (profile: Profile, tag: String)? {
    guard try await isKnownToService() else { return nil }
    let refusal: RemoteRefusal
    do throws(RemoteRefusal) {
      let call = RemoteCall(get: "profile", query: [SessionSubject.account(account).parameter])
      let answer = try await client.send(call)
      guard let profile = ProfileAnswer(json: answer.body), let tag = answer.headers["etag"] else {
        throw .failed(client.failure("an answer that is no profile"))
      }
      return (profile.profile, tag)
    } catch {
      refusal = error
    }
    guard case .problem(let problem) = refusal,
      problem.isNotSignedIn || problem.code == "sessionEnded"
    else { throw refusal }
    return nil
  }

  /// Saves a profile; its picture is one of the photos of the service.
  public func save(
    _ edit: ProfileEdit,
    in context: RequestContext
  ) async throws(ProfileError) -> Profile {
    let result: SaveResult
    do throws(RemoteRefusal) {
      result = try await saved(edit, as: intention(context))
    } catch {
      throw profileError(error, edit)
    }
    switch result {
    case .stored(let profile) where profile.content == edit.content: return profile
    case .saved(let profile): return profile
    case .stored(let profile):
      throw .conflict(ProfileConflict(stored: profile, refused: edit.content))
    case .notSignedIn: throw .notSignedIn
    }
  }

  private enum SaveResult {
    /// The profile after the edit.
    case saved(Profile)
    /// The profile that is stored, because it was not the edited one.
    case stored(Profile)
    case notSignedIn
  }

  private func saved(
    _ edit: ProfileEdit,
    as intention: IntentionID
  ) async throws(RemoteRefusal) -> SaveResult {
    let call = RemoteCall(
      "PUT",
      "profile",
      query: [SessionSubject.account(edit.accountID).parameter],
      body: ProfileBody(edit.content),
      as: intention
    )
    guard try await isKnownToService() else { return .notSignedIn }
    guard let (stored, tag) = try await stored(edit.accountID) else {
      // The service says whether the session has ended.
      return .saved(try await save(call, over: "\"\""))
    }
    guard stored.content != edit.content, edit.isBased(on: stored) else { return .stored(stored) }
    let refusal: RemoteRefusal
    do throws(RemoteRefusal) {
      return .saved(try await save(call, over: tag))
    } catch {
      refusal = error
    }
    guard case .problem(let problem) = refusal, problem.code == "profileConflict" else {
      throw refusal
    }
    guard let (now, _) = try await self.stored(edit.accountID) else { return .notSignedIn }
    return .stored(now)
  }

  private func profileError(_ refusal: RemoteRefusal, _ edit: ProfileEdit) -> ProfileError {
    guard case .problem(let problem) = refusal else { return .store(failure(refusal)) }
    switch problem.code {
    case "notSignedIn", "unauthorized": return .notSignedIn
    case "sessionEnded": return problem.session.map { .sessionEnded($0.holder) } ?? .notSignedIn
    case "noSuchPhoto":
      return .photo(.noSuchPhoto(edit.content.picture?.id.description ?? ""))
    default: return .store(problem.failure(of: address))
    }
  }

  private func save(_ call: RemoteCall, over tag: String) async throws(RemoteRefusal) -> Profile {
    var call = call
    call.entityTag = tag
    return try await client.send(call, for: ProfileAnswer.self).profile
  }
}

private struct ProfileBody: Encodable {
  let title: String
  let description: String
  let pictureID: String?

  init(_ content: ProfileContent) {
    title = content.title
    description = content.description
    pictureID = content.picture?.id.description
  }
}
#endif
