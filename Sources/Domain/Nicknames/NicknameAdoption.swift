/// Brings nicknames that an earlier version of the rules let through under today's.
///
/// No name is changed and none is dropped. Whoever's claim is the same as before keeps it; of the
/// others, whoever came first gets it. A name that is left without a claim, since another account
/// has it or since it is not allowed any more, is lapsed: only its exact spelling leads to it. A
/// name whose looks another account has keeps its claim and goes on looking the same.
package enum NicknameAdoption {
  /// The nicknames under today's rules, in the order given.
  ///
  /// - Parameter earlier: text and key of each account's nickname, in the order in which the
  ///   accounts were made; all keys differ.
  package static func adopt(_ earlier: [(text: String, key: String)]) -> [Nickname] {
    var claimed: Set<NicknameKey> = []
    var skeletons: Set<NicknameSkeleton> = []
    var shownSkeletons: Set<NicknameSkeleton> = []
    var adopted: [Nickname?] = Array(repeating: nil, count: earlier.count)
    let today = earlier.map { try? Nickname.made(from: $0.text, under: .unlimited) }
    let unchanged = earlier.indices.filter {
      today[$0].map { ExactText($0.key.text) } == ExactText(earlier[$0].key)
    }
    let others = Set(earlier.indices).subtracting(unchanged).sorted()
    for place in unchanged + others {
      let text = earlier[place].text
      guard let forms = today[place], claimed.insert(forms.key).inserted else {
        adopted[place] = .lapsed(text)
        continue
      }
      // Not the enforced text but the one that is kept: it is what is shown.
      let shown = NicknameSkeleton(showing: NormalizationFormKC.normalized(text))
      let spelling = NicknameSkeleton(spelling: text)
      adopted[place] = Nickname(
        text: text,
        key: forms.key,
        skeleton: skeletons.insert(forms.skeleton).inserted ? forms.skeleton : spelling,
        shownSkeleton: shownSkeletons.insert(shown).inserted ? shown : spelling
      )
    }
    return adopted.compactMap(\.self)
  }
}

extension Nickname {
  /// A nickname that has no claim any more: only its exact spelling leads to its account.
  static func lapsed(_ text: String) -> Nickname {
    Nickname(
      text: text,
      key: NicknameKey(spelling: text),
      skeleton: NicknameSkeleton(spelling: text),
      shownSkeleton: NicknameSkeleton(spelling: text)
    )
  }
}
