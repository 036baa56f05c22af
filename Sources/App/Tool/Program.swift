import ArgumentParser
import MonikerCommandLine
import MonikerDomain
import MonikerPresentation

/// One run of `moniker`: from the arguments to the output and the exit status.
struct Program {
  let console: Console
  let environment: Environment

  /// Reports a lack of descriptors or threads.
  ///
  /// Call it before the first task, which would wait forever for a thread.
  ///
  /// - Returns: the status to exit with; nil if nothing is lacking.
  func failureToBegin(_ words: [String?]) -> ExitStatus? {
    Headroom.lack(for: words.first ?? nil).map {
      fail($0, as: style(askedForIn: words.compactMap(\.self)))
    }
  }

  /// Runs the program from its arguments to its exit status.
  ///
  /// - Parameter words: the arguments without the program's name; nil for each that is not UTF-8.
  func run(_ words: [String?]) async -> ExitStatus {
    // ArgumentParser has no short name for this.
    let arguments = words == ["-V"] ? ["--version"] : words.compactMap(\.self)
    if let position = words.firstIndex(of: nil) {
      return fail(
        Problem(.usage, "Argument \(position + 1) is not UTF-8. Give it in UTF-8."),
        as: style(askedForIn: arguments)
      )
    }
    if let unknown = Suggestion.unknownCommand(ofHelp: arguments) {
      return fail(
        Problem(
          .usage,
          Suggestion.added(to: "Unexpected argument '\(unknown.word)'", for: unknown.path)
        ),
        as: .text
      )
    }
    let command: any Command
    do {
      var parsed = try await MonikerCommand.asyncParseAsRoot(arguments)
      if let streaming = parsed as? any StreamingCommand { return run(streaming) }
      if let continuous = parsed as? any ContinuousCommand { return await run(continuous) }
      guard let known = parsed as? any Command else {
        // ArgumentParser's own help command, which throws its text.
        try parsed.run()
        return .done
      }
      command = known
    } catch {
      return end(parsing: error, arguments)
    }
    return await run(command.given, isChange: command.isChange) {
      services,
      prompt async throws(Problem) in
      try await command.run(services, asking: prompt)
    }
  }

  /// Runs one command on a store.
  ///
  /// - Parameters:
  ///   - given: the values of its options.
  ///   - isChange: whether to record expired sessions after it.
  ///   - body: runs the command and returns its response.
  func run(
    _ given: GivenOptions,
    isChange: Bool = false,
    _ body: (Services, Prompt?) async throws(Problem) -> Response
  ) async -> ExitStatus {
    let style = OutputStyle(given, console: console, variable: environment.variable)
    do {
      var services = try CompositionRoot.compose(given, in: environment)
      let progress = progress(style)
      defer { progress?.end() }
      if let progress { services.report = progress.show }
      // With JSON, a failure writes a single document, so notices are written only with the answer.
      if !style.isJSON { services.notices.forEach { say($0, as: style) } }
      return try await services.closing { services async throws(Problem) in
        if !services.devices.isEmpty { try await services.devices[0].begin(given.network) }
        var response: Response
        do throws(Problem) {
          response = try await body(services, prompt(style))
        } catch {
          throw services.service?.interruption ?? error
        }
        let later = services.laterNotices()
        if !later.isEmpty { response.notices += later }
        if style.isJSON { response.notices = services.notices + response.notices }
        let status = try show(response, as: style)
        // The command has succeeded: what cannot be recorded now, the next one records.
        if isChange { _ = try? await services.sessions.recordExpiries() }
        return status
      }
    } catch {
      return fail(error, as: style)
    }
  }

  private func run(_ command: any ContinuousCommand) async -> ExitStatus {
    let style = OutputStyle(command.output.given, console: console, variable: environment.variable)
    var answer = Answer(on: console, isJSON: style.isJSON)
    do {
      var services = try CompositionRoot.compose(command.output.given, in: environment)
      let progress = progress(style)
      defer { progress?.end() }
      if let progress { services.report = progress.show }
      // With JSON, notices follow the answer, as above, unless the command runs until it is ended.
      let isFirst = !style.isJSON || command.endsWhenNobodyReads
      if isFirst { services.notices.forEach { say($0, as: style) } }
      if command.endsWhenNobodyReads { console.endWhenNobodyReads() }
      try await services.closing { services async throws(Problem) in
        if let service = services.service { try await service.begin(.needed) }
        try await command.run(services, &answer)
      }
      (isFirst ? [] : services.notices).forEach { say($0, as: style) }
      (answer.notices + services.laterNotices()).forEach { say($0, as: style) }
      return .done
    } catch {
      return fail(error, as: style)
    }
  }

  /// The progress line; nil if the output has none.
  private func progress(_ style: OutputStyle) -> ProgressLine? {
    guard console.notesGoToTerminal, !style.isJSON, !style.isQuiet, !style.isPlain else {
      return nil
    }
    return ProgressLine { [console] in console.noteInPlace($0) }
  }

  private func run(_ command: any StreamingCommand) -> ExitStatus {
    var input = InputLines(from: console)
    var answer = Answer(on: console, isJSON: command.output.json)
    do {
      let code = try command.run(&input, &answer)
      try answer.flush()
      return ExitStatus(code)
    } catch {
      // Lines before the failure are part of the answer.
      try? answer.flush()
      let style = OutputStyle(
        command.output.given,
        console: console,
        variable: environment.variable
      )
      return fail(error, as: style)
    }
  }

  /// Ends a run whose arguments gave no command: writes the requested help, version or completion
  /// script, or reports a mistake in the arguments.
  private func end(parsing error: any Error, _ arguments: [String]) -> ExitStatus {
    let message = MonikerCommand.fullMessage(for: error).wrappingUsage
    guard MonikerCommand.exitCode(for: error) != .success else {
      return write(
        message.isEmpty || message.hasSuffix("\n") ? message : message + "\n",
        as: style(askedForIn: arguments)
      )
    }
    let text = message.hasPrefix("Error: ") ? String(message.dropFirst(7)) : message
    let problem = Problem(.usage, Suggestion.added(to: text, for: arguments))
    return fail(problem, as: style(askedForIn: arguments))
  }

  /// The style for failures before the options are parsed.
  private func style(askedForIn arguments: [String]) -> OutputStyle {
    arguments.prefix { $0 != "--" }.contains("--json") ? .json : .text
  }

  private func show(_ response: Response, as style: OutputStyle) throws(Problem) -> ExitStatus {
    let outcome = response.outcome
    response.notices.forEach { say($0, as: style) }
    let status = ExitStatus(outcome.problemCode)
    if style.isJSON { return write(try JSONDocument.text(outcome) + "\n", as: style, then: status) }
    if style.isQuiet, outcome.isConfirmation { return status }
    let isOnTerminal = console.answerGoesToTerminal
    if isOnTerminal, let painted = response.painted {
      return write(painted(style.colors) + "\n", as: style, then: status)
    }
    let text = outcome.remedies.following(
      outcome.text(onTerminal: isOnTerminal, in: console.timeZone),
      on: style.store
    )
    return write(text.isEmpty ? "" : text + "\n", as: style, then: status)
  }

  /// Writes the answer.
  ///
  /// A pipe that its reader has closed is not a failure; any other write error is.
  private func write(
    _ text: String,
    as style: OutputStyle,
    then status: ExitStatus = .done
  ) -> ExitStatus {
    do {
      try console.write(text)
      return status
    } catch {
      switch error {
      case .closedPipe:
        return status
      case .failed(let reason):
        return fail(.unwritten(reason), as: style)
      }
    }
  }

  private func say(_ notice: Message, as style: OutputStyle) {
    guard !style.isQuiet else { return }
    console.note(style.notice(notice))
  }

  private func fail(_ problem: Problem, as style: OutputStyle) -> ExitStatus {
    console.note(style.error(problem))
    return ExitStatus(problem.code)
  }

  /// The prompt; nil if nobody can be asked.
  private func prompt(_ style: OutputStyle) -> Prompt? {
    guard console.canAsk, !style.isWithoutInput else { return nil }
    return Prompt(console: console, style: style)
  }
}
