import MonikerDomain

/// The output of the detail's interactor: the presenter.
@MainActor
protocol PhotoDetailInteractorOutput: AnyObject {
  /// Receives the photo.
  func present(_ response: ShowPhoto.Response)

  /// Receives the answer to a choice.
  func present(_ response: MakePicture.Response)
}

/// The interactor of the detail: has the photo, and makes it the picture of the account.
@MainActor
final class PhotoDetailInteractor {
  private let photo: Photo
  private let profile: ProfileUseCase
  private let subject: SessionSubject
  private let output: any PhotoDetailInteractorOutput

  init(
    photo: Photo,
    profile: ProfileUseCase,
    of subject: SessionSubject,
    output: any PhotoDetailInteractorOutput
  ) {
    self.photo = photo
    self.profile = profile
    self.subject = subject
    self.output = output
  }

  /// Shows the photo.
  func show(_ request: ShowPhoto.Request) {
    output.present(ShowPhoto.Response(photo: photo))
  }

  /// Makes the photo the picture.
  ///
  /// The profile is loaded first, so that the source is told of no choice by somebody who is not signed in.
  func makePicture(_ request: MakePicture.Request) async {
    let result: Result<AccountProfile, ProfileError>
    do throws(ProfileError) {
      let loaded = try await profile.load(subject)
      let picture = try await profile.choose(photo)
      result = .success(try await profile.save(loaded.profile.content.with(picture), over: loaded))
    } catch {
      result = .failure(error)
    }
    output.present(MakePicture.Response(photo: photo, result: result))
  }
}
