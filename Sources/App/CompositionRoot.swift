import MonikerData
import MonikerDomain
import MonikerPresentation

/// What the commands work with; none of it tells which store is in use.
struct Services {
  let setNickname: SetNicknameUseCase
  let userSession: UserSessionUseCase
  let origin: Origin
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

  /// - Parameter flag: the value of `--store`; nil if it was not given.
  static func compose(
    _ flag: String?,
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
    return Services(
      setNickname: SetNicknameUseCase(
        nicknames: repository,
        sessions: repository,
        policy: try nicknamePolicy(),
        now: surroundings.now,
        newAccountID: surroundings.newAccountID,
        newSessionID: surroundings.newSessionID
      ),
      userSession: UserSessionUseCase(sessions: repository, now: surroundings.now),
      origin: surroundings.origin,
      store: StoreDescription(kind: choice.kind.rawValue, location: location),
      storeSetting: choice.setting,
      homeSetting: home.setting,
      notices: choice.kind == .memory
        ? ["The store \"memory\" forgets everything when this command ends."] : []
    )
  }
}
