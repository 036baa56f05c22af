import Glibc

/// What the process does about signals and about streams that it was started without.
enum Signals {
  static func prepare() {
    openMissingStreams()
    // A write to a closed pipe then fails with EPIPE, which `Console` knows how to end with.
    signal(SIGPIPE, SIG_IGN)
    endOnInterrupt()
  }

  /// Opens the standard streams that are closed, each the wrong way round.
  ///
  /// A descriptor that is closed would be given to the next file that is opened, and the answer
  /// would be written into the store. Opened like this, using it fails with EBADF as before.
  private static func openMissingStreams() {
    for (descriptor, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ]
    where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", mode)
    }
  }

  /// Has Ctrl-C end the program at once: a store survives that at any point.
  ///
  /// A program that was started with the signal ignored, as by `nohup`, goes on ignoring it.
  private static func endOnInterrupt() {
    let interrupted: @convention(c) (Int32) -> Void = { _ in
      // Only what is safe in a signal handler.
      if isatty(STDERR_FILENO) == 1 { _ = write(STDERR_FILENO, "\n", 1) }
      _exit(130)
    }
    var before = sigaction()
    guard sigaction(SIGINT, nil, &before) == 0 else { return }
    let isIgnored = unsafeBitCast(before.__sigaction_handler.sa_handler, to: Int.self) == 1
    guard !isIgnored else { return }
    signal(SIGINT, interrupted)
  }
}
