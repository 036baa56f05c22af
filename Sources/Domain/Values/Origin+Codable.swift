extension Origin: Decodable {
  private enum Key: CodingKey { case host, terminal }

  /// Decodes both parts; one that cannot be shown counts as not known.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    self.init(
      host: try values.decodeIfPresent(String.self, forKey: .host),
      terminal: try values.decodeIfPresent(String.self, forKey: .terminal)
    )
  }
}
