import DictionaryStore
import MonikerContract
import Testing

let dictionaryStore = StoreUnderTest("a dictionary", isDurable: false) {
  let store = DictionaryStore(owner: Contract.owner)
  return StorePlace { store }
}

@Test(arguments: Contract.laws(for: dictionaryStore))
func `A dictionary obeys the contract`(law: Law) async throws {
  try await law.check(dictionaryStore)
}

@Test(arguments: 1...8 as ClosedRange<UInt64>)
func `A dictionary does what the in-memory store does`(seed: UInt64) async throws {
  try await RandomWalk(seed: seed, steps: 2_000, devices: 3, for: dictionaryStore).check(
    dictionaryStore
  )
}
