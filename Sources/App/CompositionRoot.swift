import MonikerData
import MonikerDomain
import MonikerPresentation

/// What the commands work with; none of it tells which store is in use.
struct Services {
  /// What the use cases are made of.
  let ports: Ports

  /// The store as a whole, and others.
  var stores: StoreServices

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

  /// Lets go of the store and of all others that were opened; the last thing that is done with them.
  let close: @Sendable () async -> Void

  /// Does something, and lets go of the stores however it ends.
  ///
  /// The answer is written before that: what was done is durable by then, and applying the log is not what
  /// anybody waits for.
  func closing<Answer>(
    _ body: (Services) async throws(Problem) -> Answer
  ) async throws(Problem) -> Answer {
    do {
      let answer = try await body(self)
      await close()
      return answer
    } catch {
      await close()
      throw error
    }
  }
}

/// The one place that knows which store is in use: from the settings to the objects.
enum CompositionRoot {
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
    let opened = OpenStores()
    let (repository, whole) = try open(choice, in: surroundings, keeping: opened)
    let historyLimit = try HistoryLimit.read(surroundings)
    let present: @Sendable () -> Occasion = {
      Occasion(at: surroundings.now(), from: surroundings.origin, historyLimit: historyLimit)
    }
    return Services(
      ports: Ports(
        store: repository,
        present: present,
        newAccountID: surroundings.newAccountID,
        newSessionID: surroundings.newSessionID
      ),
      stores: stores(whole, choice.kind, in: surroundings, keeping: opened),
      identity: Result { () throws(Problem) in try IdentityRules.find(name, surroundings) },
      terms: { wish throws(Problem) in try Lifetime.terms(wish, surroundings) },
      moment: { text throws(Problem) in try Moment.read(text, before: surroundings.now()) },
      nameInFolder: { nickname throws(Problem) in try Self.name(nickname, in: surroundings) },
      store: whole.description,
      storeSetting: choice.setting,
      homeSetting: home.setting,
      notices: choice.kind == .memory
        ? ["The store \"memory\" forgets everything when this command ends."] : [],
      close: { await opened.close() }
    )
  }

  /// The store that was chosen, by its faces and as a whole.
  private static func open(
    _ choice: StoreChoice,
    in surroundings: Surroundings,
    keeping opened: OpenStores
  ) throws(Problem) -> (any Store, NamedStore) {
    let location = try choice.location(in: surroundings)
    let repository: any Store
    let draft: (any StoreDraft)?
    switch (choice.kind, location) {
    case (.propertyList, let path?):
      repository = PropertyListRepository(path: path, executor: surroundings.blockingCalls)
      draft = PropertyListDraft(path: path)
    case (.sqlite, let path?):
      let database = SQLiteRepository(path: path, executor: surroundings.blockingCalls)
      repository = database
      opened.add { await database.close() }
      draft = SQLiteDraft(path: path)
    case (.memory, _), (_, nil):
      repository = InMemoryRepository()
      draft = nil
    }
    let description = StoreDescription(kind: choice.kind.rawValue, location: location)
    return (repository, NamedStore(description, archive: repository, draft: draft))
  }

  private static func stores(
    _ present: NamedStore,
    _ kind: StoreChoice.Kind,
    in surroundings: Surroundings,
    keeping opened: OpenStores
  ) -> StoreServices {
    @Sendable func open(_ choice: StoreChoice) throws(Problem) -> NamedStore {
      try Self.open(choice, in: surroundings, keeping: opened).1
    }
    return StoreServices(
      present: present,
      named: { text, option throws(Problem) in
        try open(try StoreChoice(text, asValueOf: option))
      },
      file: { file throws(Problem) in
        let path = try surroundings.path(file)
        let kind: StoreChoice.Kind
        do throws(StoreFailure) {
          switch try StoreFileKind(ofFileAt: path) {
          case .sqlite: kind = .sqlite
          case .propertyList: kind = .propertyList
          }
        } catch {
          throw Problem(error)
        }
        return try open(StoreChoice(kind, at: path))
      },
      beside: { file throws(Problem) in
        try open(StoreChoice(kind, at: try surroundings.path(file)))
      },
      path: { file throws(Problem) in try surroundings.path(file) },
      keptPath: {
        let stamp = surroundings.now().compact
        return "\(present.description.location ?? "memory").replaced-\(stamp)"
      }
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
