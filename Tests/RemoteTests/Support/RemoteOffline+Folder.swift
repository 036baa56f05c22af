#if Server
import MonikerDomain
import MonikerDoubles
import MonikerRemote

extension RemoteOffline {
  /// What one device keeps in a folder, whatever way it takes to the service.
  static func kept(in folder: TemporaryFolder) throws -> RemoteOffline {
    let service = try ServiceAddress("https://id.example")
    return RemoteOffline(
      last: LastAnswerFile(in: folder.path, for: service),
      queue: SignOutQueue(path: folder.file("sign-outs")),
      signIns: PendingSignIns(in: folder.path, for: service),
      replacements: PendingReplacements(in: folder.path, for: service),
      tellQueued: { _ in }
    )
  }
}
#endif
