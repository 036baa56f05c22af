import MonikerDomain
import MonikerDoubles
import Testing

@Suite struct `An error` {
  private static let time = Timestamp(millisecondsSince1970: 1_700_000_000_000)

  private static func account(_ name: String) throws -> Account {
    Account(id: AccountID(high: 0, low: 1), nickname: try Nickname(name), createdAt: time)
  }

  /// One of each case of each public error.
  private static func all() throws -> [any Error & CustomStringConvertible] {
    let mina = try account("mina")
    let nickname = try Nickname("Mina")
    let failure = StoreFailure(.busy, at: "/home/m/who.sqlite", detail: "another program uses it")
    let session = Session(
      id: SessionID(high: 0, low: 1),
      accountID: mina.id,
      startedAt: time,
      lastSeenAt: time,
      expiresAt: nil,
      origin: Origin(),
      ending: SessionEnding(at: time, .expired)
    )
    let ended = AccountSession(account: mina, session: session)
    let rejections: [NicknameRejection.Reason] = [
      .empty, .unstable, .tooManyCharacters(65, limit: 64), .tooManyBytes(1_025, limit: 1_024),
      .reserved("root"),
    ]
    var disallowed: [NicknameRejection] = []
    for text in ["a\u{7}b", "a\u{200D}b", "a\u{E000}"] {
      do throws(NicknameRejection) { _ = try Nickname(text) } catch { disallowed.append(error) }
    }
    let nicknames: [NicknameError] =
      (rejections.map { NicknameRejection($0) } + disallowed).map { .rejected($0) } + [
        .taken(nickname, holder: mina), .resembles(try Nickname("rnina"), holder: mina),
        .resting(nickname, until: time), .notSignedIn, .sessionEnded(ended), .proofDemanded(mina),
        .store(failure),
      ]
    let sessions: [SessionError] = [
      .noSuchSession("00"), .ambiguous("0", [SessionEntry(holder: ended, isActive: true)]),
      .notSignedIn, .sessionEnded(ended), .store(failure),
    ]
    let accounts: [AccountError] = [
      .nickname(.notSignedIn), .noSuchAccount("x"), .noSuchAccount(""), .notConfirmed(mina),
      .notSignedIn(mina), .sessionEnded(ended), .ambiguous([]), .ambiguous([mina]),
      .store(failure),
    ]
    let terms: [SessionTermsError] = [
      .lifetimeTooLong, .slidingLifetimeTooShort, .noLifetimeToRenew, .minimumRemainingTooLong,
    ]
    let credentials: [CredentialError] = [
      .notSignedIn, .proofDemanded, .noSuchDevice(.local), .noSuchLink, .linkNotApproved(.pending),
      .linkNotApproved(.approved), .linkNotApproved(.denied), .tooManyWrongCodes(until: time),
      .sessionsTooNew(until: time),
      .noSuchIdentityToken(IdentityTokenID(high: 0, low: 1)), .tooManyIdentityTokens,
      .store(failure),
    ]
    let conflicts: [StoreConflict] = [
      .renamed(mina, there: mina), .nicknameHeld(mina, by: mina), .session(session.id, of: mina.id),
      .secondSession(session.id, of: mina.id),
    ]
    let stores: [StoreError] = [
      .conflicts(conflicts), .notEmpty(location: "/a"), .sameStore(location: "/a"),
      .noPlace(name: "memory"), .differs(location: "/a"), .unsound(location: "/a", defects: ["b"]),
      .invalidRecord(7, "its kind is unknown", location: "/a"), .store(failure),
    ]
    let others: [any Error & CustomStringConvertible] = [
      failure, HistoryError.noSuchAccount("x"), HistoryError.store(failure),
      IntentionError.store(failure),
    ]
    return nicknames + sessions + accounts + terms + credentials + stores + others
  }

  @Test func `is described in whole sentences, without a command and without the names of types`()
    throws
  {
    for error in try Self.all() {
      let text = error.description
      #expect(text.hasSuffix("."), "\(text)")
      #expect(
        text.first?.isUppercase == true || text.hasPrefix("mina") || text.hasPrefix("/a"),
        "\(text)"
      )
      for word in ["moniker", "--", "Moniker", "reason:", "MonikerDomain", "  "] {
        #expect(!text.contains(word), "\(text)")
      }
      #expect("\(error)" == text && String(describing: error) == text)
    }
  }

  @Test func `names what, where and why`() throws {
    let failure = StoreFailure(.damaged, at: "/tmp/a\u{1B}[2Jb", detail: "its checksum is wrong")
    #expect(
      NicknameError.store(failure).description
        == "The store /tmp/a<U+001B>[2Jb failed: its checksum is wrong."
    )
    #expect(
      NicknameError.taken(try Nickname("Mina"), holder: try Self.account("mina")).description
        == "The nickname \"Mina\" is taken, as \"mina\": another account holds it."
    )
    #expect(
      NicknameError.resting(try Nickname("mina"), until: Self.time).description
        .hasSuffix("until 2023-11-14T22:13:20.000Z.")
    )
  }
}
