import Foundation
import MonikerDomain

// Usage: NicknameBenchmark FORM ROUNDS <NAMES
// Runs the names on standard input, one per line, ROUNDS times through one of the forms, and prints
// the number of names per second.

// readLine takes quadratic time for a line of combining marks.
let input = String(decoding: FileHandle.standardInput.readDataToEndOfFile(), as: UTF8.self)
let names = input.utf8.split(separator: UInt8(ascii: "\n")).map { String(Substring($0)) }

let arguments = CommandLine.arguments
guard arguments.count == 3, let rounds = Int(arguments[2]), rounds > 0, !names.isEmpty else {
  fatalError("NicknameBenchmark FORM ROUNDS <NAMES")
}

/// Keeps the optimizer from removing the computation of a value.
@inline(never) func keep<Value>(_ value: Value) {}

let start = ContinuousClock.now
switch arguments[1] {
case "enforcement":
  for _ in 0..<rounds { for name in names { keep(try? NicknameProfile.enforce(name)) } }
case "comparison":
  for _ in 0..<rounds { for name in names { keep(try? NicknameProfile.comparisonForm(of: name)) } }
case "nickname":
  for _ in 0..<rounds { for name in names { keep(try? Nickname(name)) } }
default:
  fatalError("enforcement, comparison or nickname, not \(arguments[1])")
}
let seconds = (ContinuousClock.now - start) / .seconds(1)
print(Double(rounds * names.count) / seconds)
