import MonikerDomain

extension Checksum {
  /// The checksum of an export with its last line, in which there is none yet.
  func text(with end: ExportRow) throws(StoreFailure) -> String {
    var end = end
    end.checksum = nil
    var whole = self
    whole.add(try end.encoded(by: ExportRow.encoder))
    return whole.text
  }
}
