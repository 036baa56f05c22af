import Glibc
import MonikerFiles

/// Prepares the process for signals and for missing standard streams.
enum Signals {
  static func prepare() {
    openMissingStreams()
    // A write to a closed pipe then fails with EPIPE, which `Console` handles.
    signal(SIGPIPE, SIG_IGN)
    // A write beyond the limit of file sizes then fails with EFBIG.
    signal(SIGXFSZ, SIG_IGN)
    endOnInterrupt()
  }

  /// Opens closed standard streams on `/dev/null`, each for the opposite direction.
  ///
  /// The system would reuse a closed descriptor for the next opened file, and the answer would be
  /// written into the store. With the opposite direction, reading or writing still fails with EBADF.
  private static func openMissingStreams() {
    for (descriptor, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ]
    where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", mode)
    }
  }

  /// Makes Ctrl-C end the program at once, which a store survives at any point.
  ///
  /// The staging file of a copy is removed. If a service may have made a change, a message says so.
  /// The signal stays ignored if it was ignored at start.
  private static func endOnInterrupt() {
    UnfinishedFiles.prepare()
    ChangeInDoubt.prepare()
    let interrupted: @convention(c) (Int32) -> Void = { _ in
      // Only calls that are safe in a signal handler.
      // A string literal would be converted to a pointer, which may allocate.
      var newline = UInt8(ascii: "\n")
      if isatty(STDERR_FILENO) == 1 { _ = write(STDERR_FILENO, &newline, 1) }
      UnfinishedFiles.remove()
      ChangeInDoubt.report()
      HiddenInput.restore()
      _exit(130)
    }
    var before = sigaction()
    guard sigaction(SIGINT, nil, &before) == 0 else { return }
    let isIgnored = unsafeBitCast(before.__sigaction_handler.sa_handler, to: Int.self) == 1
    guard !isIgnored else { return }
    signal(SIGINT, interrupted)
  }
}
