import MonikerDomain
import Synchronization

extension SQLiteRepository {
  typealias Ending<Answer, Refusal: Error> = Result<Result<Answer, Refusal>, StoreFailure>

  /// Changes the database as one step, and tells those who read the changes.
  ///
  /// Whoever changes something right after that counts as having done so after this call.
  ///
  /// - Parameters:
  ///   - isAlone: whether it has to be a transaction of its own on the disk, too.
  ///   - body: may be called more than once; only what it did last counts.
  @concurrent nonisolated func change<Answer: Sendable, Refusal: Error>(
    alone isAlone: Bool = false,
    _ body:
      @escaping @Sendable (SQLiteConnection) throws(StoreFailure) ->
      Result<StoreStep<Answer>, Refusal>
  ) async throws(StoreFailure) -> Result<Answer, Refusal> {
    comingChanges.add(1, ordering: .relaxed)
    return try await changeWithOthers(alone: isAlone, body).get()
  }

  /// So that nobody waits without end where there is always one more on the way.
  private static var mostTogether: Int { 255 }

  /// Leaves a change to the last one of those who are on their way with another, if there are any.
  private func changeWithOthers<Answer: Sendable, Refusal: Error>(
    alone isAlone: Bool,
    _ body:
      @escaping @Sendable (SQLiteConnection) throws(StoreFailure) ->
      Result<StoreStep<Answer>, Refusal>
  ) async -> Ending<Answer, Refusal> {
    let comingCount = comingChanges.subtract(1, ordering: .relaxed).newValue
    if comingCount == 0 || waitingCount >= Self.mostTogether {
      // Without a continuation, which would go by way of another thread.
      var ending: Ending<Answer, Refusal>?
      add(WaitingChange(isAlone: isAlone, body) { ending = $0 })
      makeWaitingChanges()
      if let ending { return ending }
      preconditionFailure("whatever waits has been answered")
    }
    return await withCheckedContinuation { asker in
      add(WaitingChange(isAlone: isAlone, body) { asker.resume(returning: $0) })
    }
  }

  /// Makes all changes that wait by now: by the time that one of them is on the disk, others have come that
  /// are written together then.
  func makeWaitingChanges() {
    var group: [WaitingChange] = []
    for change in takeWaitingChanges() {
      if change.isAlone {
        make(group)
        group = []
        thread?.doErrand()
        make([change])
      } else {
        group.append(change)
      }
    }
    make(group)
  }

  private func make(_ changes: [WaitingChange]) {
    var rest = changes[...]
    while rest.count > 1 {
      do {
        if let connection = try connection(forChange: true) {
          make(Array(rest), on: connection)
          return
        }
      } catch {
        // Each would wait as long for the same.
        guard error.reason != .busy else {
          for change in rest { change.fail(with: error) }
          conclude(rest)
          return
        }
      }
      // There is no store, or none that can be written: the first one makes it, or finds out.
      let first = rest.removeFirst()
      make(first)
      conclude([first])
    }
    for change in rest { make(change) }
    conclude(rest)
  }

  /// Tells all who have asked, and those who read the changes.
  private func conclude(_ changes: some Collection<WaitingChange>) {
    if changes.contains(where: \.hasFoundDamage) { closeDamaged() }
    let isChanged = changes.contains(where: \.isChanged)
    if isChanged { tellSubscribers() }
    for change in changes { change.answer() }
    if isChanged { announceChange() }
  }

  /// Tells those who watch the file; soon, where the thread is there to do it when nobody waits for it.
  private func announceChange() {
    guard case .file(let file) = place else { return }
    if let thread { thread.doSoon { file.announceChange() } } else { file.announceChange() }
  }

  /// Makes several, together if that can be.
  private func make(_ changes: [WaitingChange], on connection: SQLiteConnection) {
    var waiting = changes
    var grouping = SQLiteConnection.Grouping.together
    var isUndone = false
    do throws(StoreFailure) {
      try connection.withoutWaiting { () throws(StoreFailure) in
        isUndone = try !group(&waiting, &grouping, on: connection)
      }
    } catch {
      thread?.doErrand()
      // Whoever changes nothing need not wait for others, nor be able to write.
      waiting = settle(waiting, on: connection)
      do throws(StoreFailure) {
        guard error.reason == .busy else { throw error }
        isUndone = try !group(&waiting, &grouping, on: connection)
      } catch {
        for change in waiting { change.fail(with: error) }
      }
    }
    if isUndone { for change in waiting { make(change) } }
    conclude(waiting)
  }

  /// Makes all of them as one transaction of which each is a part, and answers those that can be answered
  /// although it could not be kept.
  ///
  /// Most have nothing to undo when they are refused, so it is tried without a savepoint for each at first, which
  /// takes half the time.
  ///
  /// - Parameter grouping: how it is tried; how it was tried in the end.
  /// - Returns: false where SQLite has undone them all for the sake of one, before they were all made.
  /// - Throws: why the transaction did not begin: nothing of any of them is there then.
  private func group(
    _ changes: inout [WaitingChange],
    _ grouping: inout SQLiteConnection.Grouping,
    on connection: SQLiteConnection
  ) throws(StoreFailure) -> Bool {
    let isKept: Bool
    var hasBegun = false
    var areMade = false
    do {
      isKept = try connection.group(grouping) { () throws(StoreFailure) in
        hasBegun = true
        for change in changes where !connection.isGivenUp {
          do throws(StoreFailure) {
            try change.make(on: connection)
          } catch {
            // What concerns one alone leaves the others as they are.
            guard connection.isInTransaction else { throw error }
            change.fail(with: error)
          }
        }
        areMade = true
      }
    } catch {
      guard hasBegun else { throw error }
      guard areMade else { return false }
      // What was refused may have been so for the sake of what is not there now.
      changes = settle(changes, on: connection)
      for change in changes { change.fail(with: error) }
      return true
    }
    if isKept { return true }
    grouping = .apart
    return try group(&changes, &grouping, on: connection)
  }

  /// Answers those for whom there is nothing to write.
  ///
  /// - Returns: the others.
  private func settle(
    _ changes: [WaitingChange],
    on connection: SQLiteConnection
  ) -> [WaitingChange] {
    var others: [WaitingChange] = []
    for change in changes {
      let isSettled = try? make(change, ifNothingIsChangedOn: connection)
      if isSettled == true { conclude([change]) } else { others.append(change) }
    }
    return others
  }

  private func make(_ change: WaitingChange) {
    do {
      try makeAlone(change)
    } catch {
      change.fail(with: error)
    }
  }

  /// Where there is no file it is tried on an empty one in memory: only what changes something has one made.
  private func makeAlone(_ change: WaitingChange) throws(StoreFailure) {
    let known: SQLiteConnection?
    do {
      known = try connection(forChange: true)
    } catch {
      // Where nothing can be written, whoever changes nothing is still answered.
      let isSettled = try readAtRest(after: error) { connection throws(StoreFailure) in
        try make(change, ifNothingIsChangedOn: connection)
      }
      guard isSettled else { throw error }
      return
    }
    guard let known else {
      if try !make(change, ifNothingIsChangedOn: emptyConnection()) {
        try change.make(on: makeConnection())
      }
      return
    }
    do {
      try known.withoutWaiting { () throws(StoreFailure) in try change.make(on: known) }
    } catch {
      thread?.doErrand()
      // Whoever changes nothing need not wait for others, nor be able to write.
      if (try? make(change, ifNothingIsChangedOn: known)) == true { return }
      guard error.reason == .busy || error.reason == .permissionDenied else { throw error }
      try change.make(on: known)
    }
  }

  /// - Returns: whether it is settled: it would have had to write otherwise.
  private func make(
    _ change: WaitingChange,
    ifNothingIsChangedOn connection: SQLiteConnection
  ) throws(StoreFailure) -> Bool {
    let settled: Void? = try connection.trying { () throws(StoreFailure) in
      try change.make(on: connection)
    }
    return settled != nil
  }
}
