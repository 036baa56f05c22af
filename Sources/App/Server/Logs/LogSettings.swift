#if Server
import ArgumentParser
import Logging

/// The forms of the log.
enum LogFormat: String, ExpressibleByArgument {
  case text, json
}

/// The levels of the log that an operator can choose.
enum LogLevel: String, ExpressibleByArgument {
  case debug, info, notice, warning, error

  var level: Logger.Level {
    switch self {
    case .debug: .debug
    case .info: .info
    case .notice: .notice
    case .warning: .warning
    case .error: .error
    }
  }
}

extension Logger {
  /// A logger that writes to standard error.
  init(_ format: LogFormat, _ level: LogLevel) {
    self.init(label: "moniker-server") { label in
      switch format {
      case .text: StreamLogHandler.standardError(label: label)
      case .json: JSONLogHandler()
      }
    }
    logLevel = level.level
  }
}
#endif
