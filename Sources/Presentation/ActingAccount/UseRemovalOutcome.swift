import MonikerDomain

/// The result of removing the project file of a folder.
public struct UseRemovalOutcome: Outcome, Hashable {
  private let path: String
  private let wasThere: Bool

  /// Makes the value.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - wasThere: whether there was one.
  public init(path: String, wasThere: Bool) {
    self.path = path
    self.wasThere = wasThere
  }

  /// A sentence.
  public var text: String {
    wasThere ? "Removed \(path.printable)." : "There is no \(path.printable). Nothing was changed."
  }

  /// True.
  public var isConfirmation: Bool { true }

  private enum CodingKeys: String, CodingKey {
    case path = "location"
    case wasThere = "removed"
  }
}
