import Crypto
import Moniker
import MonikerData

/// Who is signed in, for many devices on one store: the core of a server of one's own.
///
/// A device proves itself by a token, and an account is recovered by a key. The store keeps digests of
/// both alone.
struct Community {
  private let store: SQLiteRepository
  private let authentication: AuthenticationUseCase

  init(path: String) {
    let owner = StoreOwner(now: { .now }, random: { .random(in: .min ... .max) })
    store = SQLiteRepository(path: path, owner: owner)
    authentication = AuthenticationUseCase(store: store, now: { .now })
  }

  /// Registers a device.
  ///
  /// - Returns: its token, which is shown once.
  func register(_ label: String) async throws -> String {
    let token = Self.newSecret()
    _ = try await authentication.register(label, provenBy: Self.digest(of: token))
    return token
  }

  /// Returns what the device of a token can see and do; nil for an unknown token.
  func moniker(for token: String) async throws -> Moniker? {
    guard let device = try await authentication.authenticate(Self.digest(of: token)) else {
      return nil
    }
    let context = RequestContext(in: .device(device.id), from: Origin(host: device.label))
    return Moniker(store: store, in: context, now: { .now })
  }

  /// Signs in on a device.
  ///
  /// - Parameters:
  ///   - nickname: the nickname, which a new account claims.
  ///   - key: the recovery key of the account; nil if the device is signed in to it, or it is new.
  /// - Returns: a sentence, with the recovery key of a new account, which is shown once.
  func signIn(_ moniker: Moniker, as nickname: String, key: String?) async throws -> String {
    let newKey = Self.newSecret()
    let signIn = try await moniker.setNickname.set(
      nickname,
      on: SessionTerms(lifetime: .seconds(30 * 86_400)),
      proof: key.map { .recoveryKey(Self.digest(of: $0)) },
      recoveryKey: Self.digest(of: newKey)
    )
    let sentence = "\(signIn.active.nickname) is signed in."
    return signIn.isNewAccount ? "\(sentence) The recovery key is \(newKey)." : sentence
  }

  /// A secret of 256 bits.
  private static func newSecret() -> String {
    SymmetricKey(size: .bits256).withUnsafeBytes { bytes in
      bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
  }

  private static func digest(of secret: String) -> SecretDigest {
    guard let digest = SecretDigest(bytes: Array(SHA256.hash(data: Array(secret.utf8)))) else {
      preconditionFailure("A SHA-256 digest has 32 bytes.")
    }
    return digest
  }
}

/// Answers requests, one for each line of standard input, as a server would answer them from a network.
///
/// - `register LABEL`
/// - `TOKEN sign-in NICKNAME [KEY]`, `TOKEN who`, `TOKEN sign-out`
@main
struct CommunityServer {
  static func main() async throws {
    let community = Community(path: CommandLine.arguments[1])
    while let line = readLine() {
      do {
        print(try await answer(line.split(separator: " ").map(String.init), by: community))
      } catch {
        // Every error of the domain is a sentence.
        print(error)
      }
    }
  }

  private static func answer(
    _ words: [String],
    by community: Community
  ) async throws -> String {
    if words.count == 2, words[0] == "register" { return try await community.register(words[1]) }
    guard words.count > 1, let moniker = try await community.moniker(for: words[0]) else {
      return "This is not the token of a device."
    }
    switch (words[1], words.count) {
    case ("sign-in", 3...4):
      let key = words.count == 4 ? words[3] : nil
      return try await community.signIn(moniker, as: words[2], key: key)
    case ("who", 2):
      return try await moniker.state().description
    case ("sign-out", 2):
      return try await moniker.signOut().ended.map { "\($0.nickname) is signed out." }
        ?? "Nobody was signed in."
    default:
      return "This is no request."
    }
  }
}
