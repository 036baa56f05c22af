import MonikerDomain
import MonikerModel

extension Checksum {
  /// The checksum of an export including its last line, in which the checksum itself is left out.
  func text(with end: ExportRow) throws(StoreFailure) -> String {
    var end = end
    end.checksum = nil
    var whole = self
    whole.add(try end.encoded(by: ExportRow.encoder))
    return whole.text
  }
}
