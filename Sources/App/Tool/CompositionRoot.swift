import Moniker
import MonikerData
import MonikerDomain
import MonikerPresentation

/// The objects that commands use; none depends on the kind of store.
struct Services {
  /// The use cases over the store in use.
  let useCases: StoreUseCases

  /// What this device can do at a service; nil for a store that is no service's.
  var service: (any ServiceDevice)? { devices.first }

  /// At most one: stored as an optional, it would add 13% to the instructions of `whoami`.
  let devices: [any ServiceDevice]

  /// Makes the store in use and others, for copies; throws a problem for a store that is a service's.
  let wholeStores: @Sendable () throws(Problem) -> StoreServices

  /// Opens the store that the value of an option names, such as `plist:PATH`.
  let namedStore: @Sendable (String, _ option: String) throws(Problem) -> NamedStore

  /// Takes the progress of a copy from time to time.
  var report: @Sendable (CopyProgress) -> Void = { _ in }

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

  /// Returns the absolute path of a file that is no part of the store in use.
  let otherFile: @Sendable (String) throws(Problem) -> String

  /// Returns the path for a kept copy of what is at a path, with the present time in its name.
  let keptPath: @Sendable (String) -> String

  /// The person's editor.
  let editor: Result<Editor, Problem>

  /// Reads standard input to its end, as text.
  let standardInput: @Sendable () throws(Problem) -> String

  let store: StoreDescription
  let storeSetting: Setting
  let homeSetting: Setting

  /// Notices about the choice of store.
  let notices: [Message]

  /// Returns notices about what happened while the command ran.
  let laterNotices: @Sendable () -> [Message]

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
  /// The store in use.
  private struct Place {
    let store: any PersonalStore
    let description: StoreDescription
    let whole: @Sendable () throws(Problem) -> StoreServices
    let photos: any PhotoSource
    var devices: [any ServiceDevice] = []
    var notices: [Message] = []
    var laterNotices: @Sendable () -> [Message] = { [] }
  }

  /// - Parameter given: the values of the command's options.
  static func compose(
    _ given: GivenOptions,
    in environment: Environment
  ) throws(Problem) -> Services {
    let home = Home(environment.variable)
    let setting = try StoreSetting(flag: given.store, environment)
    let opened = OpenStores()
    let place =
      setting.namesService
      ? try service(setting, given, in: environment, keeping: opened)
      : try file(StoreChoice(setting), in: environment, keeping: opened)
    let context = RequestContext(
      in: .everything(on: try DeviceSetting.read(environment)),
      from: environment.origin
    )
    return Services(
      useCases: StoreUseCases(
        place.store,
        photos: place.photos,
        in: context,
        now: environment.now
      ),
      devices: place.devices,
      wholeStores: place.whole,
      namedStore: { text, option throws(Problem) in
        let choice = try StoreChoice(text, asValueOf: option)
        let (open, description) = try Self.open(choice, in: environment, keeping: opened)
        return named(open, description)
      },
      actingAccount: Result { () throws(Problem) in
        try ActingAccountRules.find(given.nickname, environment)
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
      otherFile: { file throws(Problem) in
        let path = try path(ofFile: file, in: environment)
        guard place.devices.isEmpty else { return path }
        if try place.whole().present.uses(FileIdentity.of(path)) {
          throw Problem(StoreError.sameStore(location: path))
        }
        return path
      },
      keptPath: {
        // Several stores may be kept in one millisecond.
        let number = String(environment.random() | 1 << 63, radix: 16).prefix(8)
        return "\($0).replaced-\(environment.now().compact)-\(number)"
      },
      editor: Result { () throws(Problem) in try Editor(environment.variable) },
      standardInput: { () throws(Problem) in try Console().input(upTo: 1 << 20) },
      store: place.description,
      storeSetting: setting.shown,
      homeSetting: home.setting,
      notices: place.notices,
      laterNotices: place.laterNotices,
      close: { await opened.close() }
    )
  }

  /// Opens a store in a file or in memory.
  private static func file(
    _ choice: StoreChoice,
    in environment: Environment,
    keeping opened: OpenStores
  ) throws(Problem) -> Place {
    let (open, description) = try Self.open(choice, in: environment, keeping: opened)
    return Place(
      store: open.store,
      description: description,
      whole: { () throws(Problem) in
        stores(
          named(open, description),
          open.store,
          choice.kind,
          in: environment,
          keeping: opened
        )
      },
      photos: GeneratedPhotoSource(random: environment.random),
      notices: choice.kind == .memory
        ? [Message("The store \"memory\" forgets everything when this command ends.")] : []
    )
  }

  /// Opens the store of a service.
  private static func service(
    _ setting: StoreSetting,
    _ given: GivenOptions,
    in environment: Environment,
    keeping opened: OpenStores
  ) throws(Problem) -> Place {
    let open = try environment.services.open(
      ServiceRequest(setting: setting, given: given, environment: environment)
    )
    opened.add(open.close)
    return Place(
      store: open.store,
      description: StoreDescription(kind: "service", location: open.address),
      whole: { () throws(Problem) in
        throw Problem(
          .usage,
          "The store of \(open.address.visible) as a whole is its operator's, who has these commands in "
            + "moniker-server store and moniker-server accounts."
        )
      },
      photos: open.photos,
      devices: [open.device],
      laterNotices: open.notices
    )
  }

  /// Opens the chosen store: as a conformer of the ports, and for copies.
  private static func open(
    _ choice: StoreChoice,
    in environment: Environment,
    keeping opened: OpenStores
  ) throws(Problem) -> (OpenStore, StoreDescription) {
    let location = try choice.location(in: environment)
    let open = choice.place.open(
      at: location,
      owner: environment.owner,
      executor: environment.blockingCalls,
      makesParents: choice.isInHome
    )
    opened.add(open.close)
    return (open, StoreDescription(kind: choice.kind.rawValue, location: location))
  }

  /// A store that can be copied.
  private static func named(_ open: OpenStore, _ description: StoreDescription) -> NamedStore {
    NamedStore(description, archive: open.store, staging: open.staging) {
      description.location.map(FileIdentity.all) ?? []
    }
  }

  private static func stores(
    _ present: NamedStore,
    _ settings: any StoreSettingsRepository,
    _ kind: StoreChoice.Kind,
    in environment: Environment,
    keeping opened: OpenStores
  ) -> StoreServices {
    @Sendable func open(_ choice: StoreChoice) throws(Problem) -> NamedStore {
      let (open, description) = try Self.open(choice, in: environment, keeping: opened)
      return named(open, description)
    }
    return StoreServices(
      present: present,
      settings: settings,
      file: { file throws(Problem) in
        let path = try path(ofFile: file, in: environment)
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
        try open(StoreChoice(kind, at: try path(ofFile: file, in: environment)))
      }
    )
  }

  /// The absolute path of a file that is not the store of an option.
  private static func path(
    ofFile file: String,
    in environment: Environment
  ) throws(Problem) -> String {
    for kind in StoreChoice.Kind.allCases where file.hasPrefix("\(kind.rawValue):") {
      throw Problem(
        .usage,
        "\"\(file)\" has the form of a store. Give the path of a file, without \(kind.rawValue): before it."
      )
    }
    return try environment.path(file)
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
