extension Device: Decodable {
  private enum Key: CodingKey { case id, label, registeredAt, origin }

  /// Decodes all members; a label that cannot be shown counts as not known.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    self.init(
      id: try values.decode(DeviceID.self, forKey: .id),
      label: try values.decodeIfPresent(String.self, forKey: .label),
      registeredAt: try values.decode(Timestamp.self, forKey: .registeredAt),
      origin: try values.decode(Origin.self, forKey: .origin)
    )
  }
}
