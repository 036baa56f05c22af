#if Server
import MonikerDomain
import MonikerPresentation
import MonikerRemote
import MonikerTool
import Synchronization

/// Gets the recovery keys that prove something, and shows or keeps the new ones.
final class RecoveryKeys: Sendable {
  /// How often a person may type a key.
  private static let attempts = 3

  private let files: KeyFiles
  private let console: Console
  private let prompt: Prompt?
  private let notices: Notices
  private let tell: @Sendable (String) -> Void
  private let prepared = Mutex<NewKeyFile?>(nil)
  private let ended = Mutex<Problem?>(nil)

  /// - Parameters:
  ///   - files: the files of the command.
  ///   - console: the terminal.
  ///   - prompt: asks the person; nil if nobody can be asked.
  ///   - notices: gets where a new key is kept.
  ///   - tell: shows a new key that no file keeps.
  init(
    _ files: KeyFiles,
    console: Console,
    prompt: Prompt?,
    notices: Notices,
    tell: @escaping @Sendable (String) -> Void
  ) {
    self.files = files
    self.console = console
    self.prompt = prompt
    self.notices = notices
    self.tell = tell
  }

  /// That the person has ended the prompt, or that the file with the key is no proof; nil for neither.
  var interruption: Problem? { ended.withLock(\.self) }

  /// The file with the present key, if there is one.
  private var presentFile: String? {
    guard let path = files.present else { return nil }
    return files.isEither && path != "-" && !KeyFile.exists(path) ? nil : path
  }

  // MARK: New keys

  /// Makes sure that a new key can be shown or kept.
  ///
  /// - Throws: `usage` if there is neither a terminal nor a file; the failure to make the file.
  func prepare() throws(Problem) {
    guard let path = files.new else {
      guard console.notesGoToTerminal else {
        throw Problem(
          .usage,
          "A new recovery key is shown once, and standard error is no terminal. Name a new file for it with "
            + "--\(files.isEither ? "recovery-key-file" : "new-key-file"). Nothing was changed."
        )
      }
      return
    }
    let file = try NewKeyFile(path)
    prepared.withLock { $0 = file }
  }

  /// Keeps or shows a new key; nobody gets it again.
  func keep(_ key: RemoteSecret, of account: Account) {
    if let file = prepared.withLock(\.self) {
      do {
        let path = try file.write(key.text)
        let name = account.nickname.text.visible
        notices.add(Message("The recovery key of \(name) is in the file \(path.visible)."))
        return
      } catch {
        // It must not be lost.
        tell(error.message)
      }
    }
    let other = files.new.map { note(onFile: $0, besides: key) } ?? ""
    tell(
      "The recovery key of \(account.nickname.text.visible), which is shown this once:\n\n    \(key.text)\n\n"
        + "Keep it in a safe place, and show it to nobody: it signs in to this account on any device.\(other)"
    )
  }

  private func note(onFile path: String, besides key: RemoteSecret) -> String {
    guard KeyFile.exists(path) else { return "" }
    let isThis = (try? KeyFile.read(path)).flatMap { RemoteSecret($0) } == key
    return " The file \(path.visible) holds \(isThis ? "it, too" : "another one")."
  }

  /// Removes the file that was prepared for a new key, if there was none.
  func close() {
    prepared.withLock(\.self)?.discard()
  }

  // MARK: Proofs

  /// Ends the command because of what became of a proof.
  func end(_ error: RemoteError) {
    ended.withLock { $0 = Problem(error) }
  }

  /// Ends the command because the file with the key is no proof.
  private func end(_ request: RemoteProofRequest, _ what: String) -> RemoteProof? {
    let code = request.purpose == .signIn ? Problem.Code.nicknameTaken : .permissionDenied
    ended.withLock { $0 = Problem(code, what + " Nothing was changed.") }
    return nil
  }

  /// Gets a proof that an account is the person's.
  ///
  /// - Parameters:
  ///   - request: what it is for.
  ///   - begin: begins a link for it.
  ///   - waiting: shows the code of the link.
  /// - Returns: nil if they have none.
  func proof(
    _ request: RemoteProofRequest,
    linkedBy begin: (RemoteProofRequest) async throws(RemoteError) -> RemoteLink?,
    _ waiting: LinkWaiting
  ) async throws(StoreFailure) -> RemoteProof? {
    let name = request.account.nickname.text.visible
    if let path = presentFile {
      let source = path == "-" ? "standard input" : "the file \(path.visible)"
      guard request.failures == 0 else {
        return end(request, "The key in \(source) is not the recovery key of \(name).")
      }
      let text: String
      do {
        text = try KeyFile.read(path)
      } catch {
        return end(
          request,
          "The recovery key of \(name) cannot be read: \(source): \(error.detail)."
        )
      }
      guard let key = RemoteSecret(text) else {
        return end(request, "There is no recovery key in \(source).")
      }
      return .recoveryKey(key)
    }
    guard let prompt else {
      if let path = files.present {
        return end(
          request,
          "\(name) has an account, and there is no file \(path.visible) with its recovery key."
        )
      }
      return nil
    }
    guard request.failures < Self.attempts else { return nil }
    if request.failures > 0 {
      prompt.explain(Problem(.permissionDenied, "That is not the recovery key of \(name)."))
    }
    let mayLink = request.purpose != .signIn && request.ways.contains(.link)
    if mayLink {
      prompt.show(
        "Type the recovery key, or press Enter to approve it on another device. The account must have been signed in "
          + "on both devices for 24 hours."
      )
    } else if request.failures == 0 {
      prompt.show("\(name) has an account. If it is yours, type its recovery key.")
    }
    let text: String
    do {
      text = try prompt.secret("Recovery key of \(name): ")
    } catch {
      ended.withLock { $0 = error }
      return nil
    }
    if let key = RemoteSecret(text) { return .recoveryKey(key) }
    guard mayLink else { return nil }
    do throws(RemoteError) {
      guard let link = try await begin(request) else { return nil }
      waiting.show(link)
      return .link(link)
    } catch {
      guard case .store(let failure) = error else { return nil }
      throw failure
    }
  }
}
#endif
