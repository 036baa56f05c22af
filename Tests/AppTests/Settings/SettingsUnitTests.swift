import Moniker
import MonikerCommandLine
import MonikerDomain
import MonikerDoubles
import MonikerPresentation
import Testing

@testable import MonikerTool

/// The settings without a process; the tests through the program cover the rest.
@Suite struct `The settings` {
  private static func environment(
    _ variables: [String: String],
    folder: String? = "/elsewhere"
  ) -> Environment {
    let ids = CountingIDs()
    let clock = ManualClock()
    return Environment(
      variable: { variables[$0] },
      workingFolder: { folder },
      userID: 0,
      now: { clock.now },
      random: { (ids.next() as AccountID).low },
      origin: Origin(host: "host", terminal: nil),
      services: NoServices()
    )
  }

  @Test(arguments: [
    (["HOME": "/nowhere/h"], "/nowhere/h/.local/share/moniker", "default"),
    (["HOME": "/nowhere/h/"], "/nowhere/h/.local/share/moniker", "default"),
    (["HOME": "/"], "/.local/share/moniker", "default"),
    (["HOME": "/h", "XDG_DATA_HOME": "/nowhere/x"], "/nowhere/x/moniker", "XDG_DATA_HOME"),
    (["HOME": "/nowhere/h", "XDG_DATA_HOME": "x"], "/nowhere/h/.local/share/moniker", "default"),
    (["MONIKER_HOME": "/nowhere/m", "XDG_DATA_HOME": "/x"], "/nowhere/m", "MONIKER_HOME"),
  ])
  func `find the home`(variables: [String: String], path: String, source: String) throws {
    let home = Home { variables[$0] }
    #expect(try home.path == path)
    #expect(home.setting == Setting(value: path, source: source))
  }

  @Test(arguments: [
    [:], ["HOME": "h"], ["HOME": "/h", "MONIKER_HOME": "m"], ["HOME": "/dev/null"],
  ])
  func `defer the error of a missing home until it is needed`(variables: [String: String]) {
    let home = Home { variables[$0] }
    #expect(home.setting == Setting(value: nil, source: nil))
    let problem = #expect(throws: Problem.self) { try home.path }
    #expect(problem?.code == .configuration)
  }

  @Test(
    arguments: [
      ("memory", nil, "memory", nil), ("plist", nil, "plist", "/home/h/moniker.plist"),
      ("sqlite:/a/b", nil, "sqlite", "/a/b"), ("sqlite:b", nil, "sqlite", "/elsewhere/b"),
      ("plist:~/b", nil, "plist", "/h/b"), ("plist:a:b", nil, "plist", "/elsewhere/a:b"),
      (nil, "plist:/v", "plist", "/v"), ("sqlite", "plist:/v", "sqlite", "/home/h/moniker.sqlite"),
      (nil, nil, "sqlite", "/home/h/moniker.sqlite"),
    ] as [(String?, String?, String, String?)]
  )
  func `choose the store`(
    flag: String?,
    variable: String?,
    kind: String,
    path: String?
  ) throws {
    var variables = ["HOME": "/h", "MONIKER_HOME": "/home/h"]
    variables["MONIKER_STORE"] = variable
    let environment = Self.environment(variables)
    let setting = try StoreSetting(flag: flag, environment)
    #expect(setting.value == flag ?? variable ?? "sqlite")
    let choice = try StoreChoice(setting)
    #expect(choice.kind.rawValue == kind)
    #expect(try choice.location(in: environment) == path)
  }

  @Test func `have no relative path without a working folder`() throws {
    let environment = Self.environment([:], folder: nil)
    let choice = try StoreChoice(StoreSetting(flag: "plist:b", environment))
    let problem = #expect(throws: Problem.self) {
      try choice.location(in: environment)
    }
    #expect(problem?.code == .storeUnreachable)
  }

  @Test func `make services that share one store, clock and source of IDs`() async throws {
    let services = try CompositionRoot.compose(
      GivenOptions(store: "memory"),
      in: Self.environment([:])
    )
    #expect(services.store == StoreDescription(kind: "memory", location: nil))
    #expect(services.notices.count == 1)
    let signIn = try await services.setNickname.set("gildong")
    // A UUID of version 4, from the random source 1, 2, 3 and so on.
    #expect(signIn.active.account.id.description == "00000000-0000-4001-8000-000000000002")
    #expect(signIn.active.session.startedAt == ManualClock().now)
    #expect(try await services.userSession.isSignedIn())
  }

  @Test func `never change the meaning of an exit status`() {
    let expected: [Int32] = [0, 1, 4, 5, 6, 7, 64, 65, 69, 74, 75, 77, 78, 130]
    #expect(ExitStatus.allCases.map(\.rawValue) == expected)
    #expect(ExitStatus(nil) == .done)
    let codes: [Problem.Code: Int32] = [
      .usage: 64, .invalidNickname: 65, .nicknameTaken: 6, .nicknameResembles: 6,
      .actingAccountDecided: 6, .ambiguous: 6,
      .noSuchAccount: 7, .noSuchSession: 7, .noSuchPhoto: 7,
      .notSignedIn: 4,
      .sessionEnded: 5,
      .storeConflict: 6, .storeNotEmpty: 6,
      .storeDamaged: 65, .storeForeign: 65, .storeNewer: 65, .storeUnreachable: 69,
      .photoSourceFailed: 69, .invalidProfile: 65, .profileConflict: 6,
      .storeBusy: 75, .inputOutput: 74, .permissionDenied: 77, .configuration: 78,
      .interrupted: 130, .failure: 1, .accountSuspended: 77, .tooManyAccounts: 77,
      .noSuchDevice: 7, .noSuchIdentityToken: 7, .noSuchLink: 7, .linkDenied: 77,
      .tooManyWrongCodes: 77, .tooManyIdentityTokens: 77, .sessionsTooNew: 77,
    ]
    for code in Problem.Code.allCases {
      #expect(ExitStatus(code).rawValue == codes[code], "\(code)")
    }
  }
}
