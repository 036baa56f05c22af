import Moniker

let moniker = Moniker()  // the store that the command `moniker` uses
print(try await moniker.current?.nickname ?? "nobody")
try await moniker.signIn("mina", for: .seconds(3600))
for try await state in moniker.states() { print(state) }
try await moniker.signOut()
