#if Server
import ArgumentParser
import FoundationEssentials
import MonikerData
import MonikerDomain
import MonikerHTTPPhotos

/// The options that name the source of the photos.
struct PhotoOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A photo API with the interface of Unsplash's; without one, pictures are drawn.",
      valueName: "url"
    )
  )
  var photoAPI: String?

  @Option(help: ArgumentHelp("The file with the key of the photo API.", valueName: "file"))
  var photoKeyFile: String?

  @Option(
    help: ArgumentHelp(
      "The host of the photo API's images, from which browsers fetch them.",
      valueName: "host"
    )
  )
  var photoImageHost: String?

  @Option(
    help: ArgumentHelp(
      "The name of the photo API, which is shown beside its photos (default: its address).",
      valueName: "name"
    )
  )
  var photoSourceName: String?

  func validate() throws {
    let others = [photoKeyFile, photoImageHost]
    guard photoAPI == nil else {
      guard others.allSatisfy({ $0 != nil }) else {
        throw ValidationError("--photo-api needs --photo-key-file and --photo-image-host.")
      }
      guard photoImageHost?.utf8.allSatisfy(\.isPartOfHost) == true, photoImageHost != "" else {
        throw ValidationError(
          "--photo-image-host is a host such as images.example, without https:// and a path."
        )
      }
      return
    }
    guard (others + [photoSourceName]).allSatisfy({ $0 == nil }) else {
      throw ValidationError(
        "--photo-key-file, --photo-image-host and --photo-source-name are for --photo-api."
      )
    }
  }

  /// Makes the source.
  ///
  /// - Parameter random: returns 64 random bits, for pictures that are drawn.
  /// - Throws: `ValidationError` for a key that cannot be read, and for an address, key or name that the source
  ///   cannot have.
  func source(random: @escaping @Sendable () -> UInt64) throws -> any PhotoSource {
    guard let photoAPI, let photoKeyFile else { return GeneratedPhotoSource(random: random) }
    let text: String
    do {
      text = try String(contentsOf: URL(filePath: photoKeyFile), encoding: .utf8)
    } catch {
      throw ValidationError("The key of the photo API cannot be read from \(photoKeyFile).")
    }
    do {
      return try HTTPPhotoSource(
        name: photoSourceName ?? photoAPI,
        address: photoAPI,
        key: PhotoAPIKey(text)
      )
    } catch {
      throw ValidationError("\(error)")
    }
  }
}
#endif
