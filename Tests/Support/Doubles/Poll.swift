/// Waits for a condition that sends no event, such as the state of another thread or process.
///
/// The number of checks has no limit: how long a condition takes must not decide a test. The time
/// limit of the suite ends a hang, since it cancels the task.
public func poll(until condition: () async throws -> Bool) async throws {
  while try await !condition() { try await Task.sleep(for: .milliseconds(2)) }
}
