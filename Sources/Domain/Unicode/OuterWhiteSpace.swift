/// The white space at both ends of a text.
package enum OuterWhiteSpace {
  /// Drops the white space at both ends of a text.
  ///
  /// - Returns: the rest of the text, and how many scalars were dropped at the start.
  package static func dropped(from text: String) -> (text: Substring, leading: Int) {
    let scalars = text.unicodeScalars
    let body = scalars.drop(while: \.properties.isWhitespace)
    guard let last = body.lastIndex(where: { !$0.properties.isWhitespace }) else { return ("", 0) }
    let leading = scalars.distance(from: scalars.startIndex, to: body.startIndex)
    return (Substring(body[...last]), leading)
  }
}
