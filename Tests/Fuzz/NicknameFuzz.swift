import MonikerDomain

// The entry point of scripts/fuzz: parses arbitrary bytes as a text with every function that
// accepts one.

/// The rules of the standard alone, so that no limit hides a fault.
private let unlimited = try? NicknamePolicy(maximumCharacters: .max, maximumBytes: .max)

/// The function that libFuzzer calls for each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzNickname(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  checkForms(of: text)
  _ = try? Nickname(text)
  return 0
}

/// Checks the laws that hold for every text; a broken law traps, which the fuzzer reports.
private func checkForms(of text: String) {
  guard let unlimited else { fatalError("there is no policy") }
  let nickname: Nickname
  do {
    nickname = try Nickname(text, under: unlimited)
  } catch {
    if let suggestion = error.suggestion {
      guard let suggested = try? Nickname(suggestion, under: unlimited),
        suggested.text.unicodeScalars.elementsEqual(suggestion.unicodeScalars)
      else { fatalError("the suggestion \(suggestion.debugDescription) is not accepted as it is") }
    }
    return
  }
  let forms = [nickname.text, nickname.key.text]
  for form in forms {
    guard let again = try? NicknameProfile.enforce(form),
      again.unicodeScalars.elementsEqual(form.unicodeScalars)
    else { fatalError("\(form.debugDescription) is not stable") }
  }
  guard let again = try? Nickname(nickname.text, under: unlimited), again.key == nickname.key,
    again.resembles(nickname)
  else { fatalError("\(nickname.text.debugDescription) is another claim when it is made anew") }
  _ = NicknameResemblance(of: nickname, to: again)
}
