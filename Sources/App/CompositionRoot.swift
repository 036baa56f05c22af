import Moniker
import MonikerData
import MonikerDomain
import MonikerPresentation

/// The objects that commands use; none depends on the kind of store.
struct Services {
  /// The use cases over the store in use.
  let useCases: StoreUseCases

  /// The store in use and others, for copies.
  var stores: StoreServices

  /// The acting account, or the problem with the rule that names it.
  let actingAccount: Result<ActingAccount, Problem>

  /// Makes the terms of a session from the values of three options.
  let terms: @Sendable (Lifetime.Wish) throws(Problem) -> SessionTerms

  /// Reads a moment, which may be relative to the present.
  let moment: @Sendable (String) throws(Problem) -> Timestamp

  /// Writes a nickname into the project file of the working folder, and returns the file's path.
  let nameInFolder: @Sendable (NicknameReference) throws(Problem) -> String

  /// Removes the project file of the working folder; returns its path and whether it was there.
  let removeNameInFolder: @Sendable () throws(Problem) -> (path: String, wasThere: Bool)

  /// The person's editor.
  let editor: Result<Editor, Problem>

  /// Reads standard input to its end, as text.
  let standardInput: @Sendable () throws(Problem) -> String

  let store: StoreDescription
  let storeSetting: Setting
  let homeSetting: Setting

  /// Notices about the choice of store.
  let notices: [Message]

  /// Closes all stores that were opened; none may be used after it.
  let close: @Sendable () async -> Void

  /// Runs a closure, then closes the stores, also after an error.
  ///
  /// The closure writes the answer, so that no caller waits for the checkpoint at closing: the changes
  /// are durable before it.
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

/// Makes the objects from the settings.
enum CompositionRoot {
  /// - Parameters:
  ///   - flag: the value of `--store`; nil if it was not given.
  ///   - name: the value of `--as`; nil if it was not given.
  static func compose(
    _ flag: String?,
    as name: String? = nil,
    in environment: Environment
  ) throws(Problem) -> Services {
    let home = Home(environment.variable)
    let choice = try StoreChoice(flag: flag, environment)
    let opened = OpenStores()
    let (repository, whole) = try open(choice, in: environment, keeping: opened)
    let context = RequestContext(
      in: .everything(on: try DeviceSetting.read(environment)),
      from: environment.origin
    )
    return Services(
      useCases: StoreUseCases(
        repository,
        photos: GeneratedPhotoSource(random: environment.random),
        in: context,
        now: environment.now
      ),
      stores: stores(whole, choice.kind, in: environment, keeping: opened),
      actingAccount: Result { () throws(Problem) in try ActingAccountRules.find(name, environment)
      },
      terms: { wish throws(Problem) in try Lifetime.terms(wish, environment) },
      moment: { text throws(Problem) in try Moment.read(text, before: environment.now()) },
      nameInFolder: { nickname throws(Problem) in
        try Self.changingProjectFile(in: environment) { file throws(StoreFailure) in
          try file.write(nickname.text, as: environment.userID)
          return file.path
        }
      },
      removeNameInFolder: { () throws(Problem) in
        try Self.changingProjectFile(in: environment) { file throws(StoreFailure) in
          (file.path, try file.remove(as: environment.userID))
        }
      },
      editor: Result { () throws(Problem) in try Editor(environment.variable) },
      standardInput: { () throws(Problem) in try Console().input(upTo: 1 << 20) },
      store: whole.description,
      storeSetting: choice.setting,
      homeSetting: home.setting,
      notices: choice.kind == .memory
        ? [Message("The store \"memory\" forgets everything when this command ends.")] : [],
      close: { await opened.close() }
    )
  }

  /// Opens the chosen store: as a conformer of the ports, and for copies.
  private static func open(
    _ choice: StoreChoice,
    in environment: Environment,
    keeping opened: OpenStores
  ) throws(Problem) -> (any Store, NamedStore) {
    let location = try choice.location(in: environment)
    let open = choice.place.open(
      at: location,
      owner: environment.owner,
      executor: environment.blockingCalls,
      makesParents: choice.isInHome
    )
    opened.add(open.close)
    let description = StoreDescription(kind: choice.kind.rawValue, location: location)
    return (
      open.store,
      NamedStore(description, archive: open.store, staging: open.staging) {
        location.map(FileIdentity.all) ?? []
      }
    )
  }

  private static func stores(
    _ present: NamedStore,
    _ kind: StoreChoice.Kind,
    in environment: Environment,
    keeping opened: OpenStores
  ) -> StoreServices {
    @Sendable func open(_ choice: StoreChoice) throws(Problem) -> NamedStore {
      try Self.open(choice, in: environment, keeping: opened).1
    }
    @Sendable func path(ofFile file: String) throws(Problem) -> String {
      for kind in StoreChoice.Kind.allCases where file.hasPrefix("\(kind.rawValue):") {
        throw Problem(
          .usage,
          "\"\(file)\" has the form of a store. Give the path of a file, without \(kind.rawValue): before it."
        )
      }
      return try environment.path(file)
    }
    return StoreServices(
      present: present,
      named: { text, option throws(Problem) in
        try open(try StoreChoice(text, asValueOf: option))
      },
      file: { file throws(Problem) in
        let path = try path(ofFile: file)
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
        try open(StoreChoice(kind, at: try path(ofFile: file)))
      },
      otherFile: { file throws(Problem) in
        let path = try path(ofFile: file)
        guard !present.uses(FileIdentity.of(path)) else {
          throw Problem(StoreError.sameStore(location: path))
        }
        return path
      },
      keptPath: {
        // Several stores may be kept in one millisecond.
        let number = String(environment.random() | 1 << 63, radix: 16).prefix(8)
        return "\($0).replaced-\(environment.now().compact)-\(number)"
      }
    )
  }

  private static func changingProjectFile<Answer>(
    in environment: Environment,
    _ change: (ProjectFile) throws(StoreFailure) -> Answer
  ) throws(Problem) -> Answer {
    guard let folder = environment.workingFolder() else {
      throw Problem(.inputOutput, "The working folder cannot be determined. Go to another one.")
    }
    do {
      return try change(ProjectFile(in: folder))
    } catch {
      throw Problem(writing: error)
    }
  }
}
