import Foundation

// Stress tests that need many processes, or may end their own process. AppTests starts this
// program; scripts/test starts the long runs.

let words = CommandLine.arguments.dropFirst()
let options = Options(Array(words.dropFirst()))
do {
  switch words.first {
  case "laws": exit(try await Laws(options).run() ? 0 : 1)
  case "torture": exit(try await Torture(options).run() ? 0 : 1)
  case "torture-check":
    exit(try await Torture(options).checkAgain(try options.text("--folder")) ? 0 : 1)
  case "torture-worker": try await Torture.work(options)
  case "damage": exit(try Damage(options).run() ? 0 : 1)
  case "damage-worker": try await Damage.work(options)
  case "guess": exit(try await GuessingProcesses(options).run() ? 0 : 1)
  case "guess-worker": try await GuessingProcesses.work(options)
  default:
    print(
      """
      Usage: Stress torture --store KIND --processes N --intentions N --kills N [--seed N]
             Stress damage --store KIND --fixture FILE --values N --sample N [--seed N]
             Stress guess --processes N --attempts N [--seed N]
             Stress laws --store KIND
      """
    )
    exit(64)
  }
} catch {
  print("\(error)")
  exit(70)
}
