import Glibc

/// A terminal that shows nothing of what is typed; its settings survive the end of the program by a signal.
enum HiddenInput {
  // They are set before the handlers that read them, and changed by nothing else meanwhile.
  private nonisolated(unsafe) static var before = termios()
  private nonisolated(unsafe) static var isHidden = false

  /// The signals that end the program unless it is told otherwise; ``Signals`` handles SIGINT.
  private static let signals = [SIGTERM, SIGHUP, SIGQUIT]

  /// Makes the terminal pass each character at once, and show none.
  ///
  /// - Returns: whether standard input is a terminal that does.
  static func begin() -> Bool {
    guard tcgetattr(STDIN_FILENO, &before) == 0 else { return false }
    var hidden = before
    hidden.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG | IEXTEN)
    isHidden = true
    for number in signals { handle(number, by: restoreAndEnd) }
    guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden) == 0 else {
      end()
      return false
    }
    return true
  }

  /// Gives the terminal its settings back.
  static func end() {
    restore()
    isHidden = false
    for number in signals { handle(number, by: nil) }
  }

  /// Gives the terminal its settings back, in a signal handler.
  static func restore() {
    if isHidden { _ = tcsetattr(STDIN_FILENO, TCSAFLUSH, &before) }
  }

  private static let restoreAndEnd: @convention(c) (Int32) -> Void = { number in
    // Only calls that are safe in a signal handler.
    HiddenInput.restore()
    signal(number, SIG_DFL)
    raise(number)
  }

  /// Handles a signal, unless it was ignored at start.
  private static func handle(_ number: Int32, by handler: (@convention(c) (Int32) -> Void)?) {
    var present = sigaction()
    guard sigaction(number, nil, &present) == 0 else { return }
    let isIgnored = unsafeBitCast(present.__sigaction_handler.sa_handler, to: Int.self) == 1
    guard !isIgnored else { return }
    signal(number, handler ?? SIG_DFL)
  }
}
