/// The checksums of a property list as `PropertyListChecksum` describes them, implemented
/// independently in Python: a prelude of scripts that defines `checksum(root, key)` for the two
/// keys.
let propertyListChecksumScript = """
  import plistlib, sys

  def number(kind, value):
      return kind + (value & (1 << 64) - 1).to_bytes(8, "little")

  def text(value):
      return number(b"s", len(value.encode())) + value.encode()

  def value(of):
      if isinstance(of, str): return text(of)
      if isinstance(of, int): return number(b"i", of)
      if isinstance(of, list):
          return number(b"a", len(of)) + b"".join(value(each) for each in of)
      pairs = sorted(of.items(), key=lambda pair: pair[0].encode())
      return number(b"m", len(of)) + b"".join(text(key) + value(each) for key, each in pairs)

  def checksum(root, key):
      keys = {
          "eventsChecksum": ["profiles", "events", "intentions"],
          "checksum": "version accounts sessions endedSessions activeSession".split()
          + ["otherActiveSessions", "lastEvent", "historyLimit", "eventsChecksum"],
      }[key]
      sum = 0xCBF29CE484222325
      for byte in b"".join(
          text(key) + (value(root[key]) if key in root else b"-") for key in keys):
          sum = (sum ^ byte) * 0x100000001B3 % (1 << 64)
      return f"{sum:016x}"

  """
