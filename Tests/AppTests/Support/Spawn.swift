import Glibc

/// The file actions and attributes of `posix_spawn(3)`.
///
/// Children do not inherit the signals that the test process ignores or blocks, nor its other
/// descriptors: each of those is opened with O_CLOEXEC.
final class Spawn {
  private var actions = posix_spawn_file_actions_t()
  private var attributes = posix_spawnattr_t()

  init() throws {
    try Self.check("prepare", posix_spawn_file_actions_init(&actions))
    try Self.check("prepare", posix_spawnattr_init(&attributes))
    var signals = sigset_t()
    sigemptyset(&signals)
    try Self.check("prepare", posix_spawnattr_setsigmask(&attributes, &signals))
    for signal in [SIGPIPE, SIGINT, SIGHUP, SIGTERM] { sigaddset(&signals, signal) }
    try Self.check("prepare", posix_spawnattr_setsigdefault(&attributes, &signals))
    // Swift does not import definitions that need _GNU_SOURCE, such as this flag of spawn.h.
    let setsid: Int32 = 0x80
    let flags = setsid | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    try Self.check("prepare", posix_spawnattr_setflags(&attributes, Int16(flags)))
  }

  deinit {
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
  }

  func open(_ path: String, as descriptor: Int32) throws {
    try Self.check(
      "open",
      posix_spawn_file_actions_addopen(&actions, descriptor, path, O_RDWR, 0)
    )
  }

  func duplicate(_ descriptor: Int32, as other: Int32) throws {
    try Self.check(
      "duplicate",
      posix_spawn_file_actions_adddup2(&actions, descriptor, other)
    )
  }

  func start(_ words: [String], _ variables: [String: String]) throws -> pid_t {
    var actingAccount: pid_t = 0
    var arguments = words.map { strdup($0) } + [nil]
    var environment = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer {
      arguments.forEach { free($0) }
      environment.forEach { free($0) }
    }
    let code = posix_spawnp(
      &actingAccount,
      words.first ?? "",
      &actions,
      &attributes,
      &arguments,
      &environment
    )
    try Self.check("start \(words)", code)
    return actingAccount
  }

  private static func check(_ action: String, _ code: Int32) throws {
    guard code == 0 else { throw ChildProcess.Failure(action: action, code: code) }
  }
}
