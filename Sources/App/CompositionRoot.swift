import MonikerData
import MonikerDomain
import MonikerPresentation

/// What the commands work with; none of it tells which store is in use.
struct Services {
  let setNickname: SetNicknameUseCase
  let userSession: UserSessionUseCase
  let accounts: AccountsUseCase
  let sessions: SessionsUseCase
  let history: HistoryUseCase

  /// Whom the command acts as, or why that cannot be told.
  let identity: Result<Identity, Problem>

  /// For how long somebody is to be signed in, by what three options say.
  let terms: @Sendable (Lifetime.Wish) throws(Problem) -> SessionTerms

  /// The moment that a text means at present.
  let moment: @Sendable (String) throws(Problem) -> Timestamp

  /// Makes the working folder name somebody, and gives the file by which it does.
  let nameInFolder: @Sendable (NicknameReference) throws(Problem) -> String

  let store: StoreDescription
  let storeSetting: Setting
  let homeSetting: Setting

  /// What the person is told of the choice of store.
  let notices: [String]
}

/// The one place that knows which store is in use: from the settings to the objects.
enum CompositionRoot {
  /// What is demanded of nicknames: `moniker` speaks of itself and of nobody.
  static func nicknamePolicy() throws(Problem) -> NicknamePolicy {
    do {
      return try NicknamePolicy(reserving: ["moniker", "nobody"])
    } catch {
      throw Problem(error)
    }
  }

  /// - Parameters:
  ///   - flag: the value of `--store`; nil if it was not given.
  ///   - name: the value of `--as`, likewise.
  static func compose(
    _ flag: String?,
    as name: String? = nil,
    in surroundings: Surroundings
  ) throws(Problem) -> Services {
    let home = Home(surroundings.variable)
    let choice = try StoreChoice(flag: flag, surroundings)
    let repository: any Store
    let location: String?
    switch choice.kind {
    case .memory:
      repository = InMemoryRepository()
      location = nil
    case .propertyList:
      let path = try choice.path(orFile: "moniker.plist", in: home, surroundings)
      repository = PropertyListRepository(path: path)
      location = path
    case .sqlite:
      let path = try choice.path(orFile: "moniker.sqlite", in: home, surroundings)
      repository = SQLiteRepository(path: path)
      location = path
    }
    let historyLimit = try HistoryLimit.read(surroundings)
    let present: @Sendable () -> Occasion = {
      Occasion(at: surroundings.now(), from: surroundings.origin, historyLimit: historyLimit)
    }
    return Services(
      setNickname: SetNicknameUseCase(
        nicknames: repository,
        sessions: repository,
        policy: try nicknamePolicy(),
        present: present,
        newAccountID: surroundings.newAccountID,
        newSessionID: surroundings.newSessionID
      ),
      userSession: UserSessionUseCase(sessions: repository, present: present),
      accounts: AccountsUseCase(
        accounts: repository,
        nicknames: repository,
        policy: try nicknamePolicy(),
        present: present,
        newAccountID: surroundings.newAccountID
      ),
      sessions: SessionsUseCase(sessions: repository, present: present),
      history: HistoryUseCase(
        history: repository,
        accounts: repository,
        policy: try nicknamePolicy()
      ),
      identity: Result { () throws(Problem) in try IdentityRules.find(name, surroundings) },
      terms: { wish throws(Problem) in try Lifetime.terms(wish, surroundings) },
      moment: { text throws(Problem) in try Moment.read(text, before: surroundings.now()) },
      nameInFolder: { nickname throws(Problem) in try Self.name(nickname, in: surroundings) },
      store: StoreDescription(kind: choice.kind.rawValue, location: location),
      storeSetting: choice.setting,
      homeSetting: home.setting,
      notices: choice.kind == .memory
        ? ["The store \"memory\" forgets everything when this command ends."] : []
    )
  }

  private static func name(
    _ nickname: NicknameReference,
    in surroundings: Surroundings
  ) throws(Problem) -> String {
    guard let folder = surroundings.workingFolder() else {
      throw Problem(.inputOutput, "The folder that this is cannot be told. Go to another one.")
    }
    let file = ProjectFile(in: folder)
    do {
      try file.write(nickname.text, as: surroundings.userID)
    } catch {
      throw Problem(writing: error)
    }
    return file.path
  }
}
