/// Suspends the task until the jobs that wait for the calling actor have run.
///
/// `Task.yield()` would pass through the cooperative pool, which may have no free thread.
package func yieldOnActor(isolation: isolated (any Actor)? = #isolation) async {
  await withCheckedContinuation { continuation in
    Task {
      // Without a use of the actor, the task would not run on it.
      _ = isolation
      continuation.resume()
    }
  }
}
