import MonikerData
import MonikerDomain

// This file goes with the lapsed nicknames.
extension FaultyStore {
  func lapsedNicknames(limit: Int) async -> [LapsedNickname] {
    await read { model, _ in model.lapsedNicknames(limit: limit) }
  }
}
