import Foundation
import MonikerContract
import MonikerDomain
import MonikerDoubles
import Testing

@testable import MonikerData

@Suite struct `The generated photo source` {
  /// Returns the numbers of a list, again and again.
  private static func cycling(_ numbers: UInt64...) -> @Sendable () -> UInt64 {
    let count = CountingIDs()
    return {
      let id: AccountID = count.next()
      return numbers[(Int(id.low) - 1) % numbers.count]
    }
  }

  private func drawing(_ id: String) async throws -> Drawing {
    let source = GeneratedPhotoSource(random: Self.cycling(0))
    let photo = try await source.photo(try #require(PhotoID(id)))
    return try #require(photo.drawing)
  }

  private func picture(of drawing: Drawing) -> String {
    drawing.rows.map { $0.map { $0 ? "#" : "." }.joined() }.joined(separator: "\n")
  }

  @Test(arguments: 0...30)
  func `gives as many different photos as it is asked for`(number: Int) async throws {
    let numbers: [@Sendable () -> UInt64] = [
      Self.cycling(7), Self.cycling(.max), Self.cycling(.max, 0, 1 << 40), Self.cycling(3, 2, 1),
    ]
    for random in numbers {
      let source = GeneratedPhotoSource(random: random)
      let photos = try await source.photos(PhotoCount(number))
      #expect(photos.count == number)
      #expect(Set(photos.map(\.id)).count == number)
      #expect(Set(photos.map(\.drawing)).count == number)
      for photo in photos { #expect(try await source.photo(photo.id) == photo) }
    }
  }

  @Test func `takes the IDs from the random numbers`() async throws {
    let source = GeneratedPhotoSource(random: Self.cycling(0, 31, 32, 1 << 40 | 1, .max))
    let photos = try await source.photos(PhotoCount(5))
    #expect(
      photos.map(\.id.description) == ["00000000", "0000000z", "00000010", "00000001", "zzzzzzzz"]
    )
  }

  @Test func `says what a photo shows, and names nobody`() async throws {
    let source = GeneratedPhotoSource(random: Self.cycling(0))
    let id = try #require(PhotoID("m0n1kerx"))
    let photo = try await source.photo(id)
    #expect(photo.picture == Picture(id: id, text: "A pattern in olive"))
    #expect(photo.thumbnail == nil && photo.page == nil && photo.downloadAddress == nil)
    try await source.choose(photo)
    #expect(try await source.photo(id) == photo)
  }

  @Test(arguments: [
    "M0N1KERX", "m0n1kerX", "m0n1ker", "m0n1kerxx", "m0n1keri", "m0n1kerl", "m0n1kero", "m0n1keru",
    "m0n1ke-x", "m0n1ke_x", "0",
  ])
  func `has no photo with another ID`(text: String) async throws {
    let source = GeneratedPhotoSource(random: Self.cycling(0))
    let id = try #require(PhotoID(text))
    await #expect(throws: PhotoError.noSuchPhoto(text)) { try await source.photo(id) }
  }

  @Test(
    arguments: [
      (
        "00000000", [172, 54, 54],
        """
        ########
        ########
        ...##...
        ##.##.##
        ..####..
        ........
        #.####.#
        .##..##.
        """
      ),
      (
        "00000001", [29, 55, 115],
        """
        .#....#.
        .######.
        ..#..#..
        ########
        ##.##.##
        ...##...
        #......#
        .#....#.
        """
      ),
      (
        "zzzzzzzz", [0, 90, 135],
        """
        #......#
        #......#
        ##....##
        #......#
        ##....##
        ........
        .######.
        ..####..
        """
      ),
      (
        "m0n1kerx", [67, 72, 15],
        """
        ##.##.##
        #.#..#.#
        .######.
        ########
        ..#..#..
        .#....#.
        ..####..
        .######.
        """
      ),
    ] as [(String, [UInt8], String)]
  )
  func `draws an ID in the same way for ever`(
    id: String,
    color: [UInt8],
    cells: String
  ) async throws {
    let drawing = try await drawing(id)
    #expect(picture(of: drawing) == cells)
    let foreground = drawing.foreground
    #expect([foreground.red, foreground.green, foreground.blue] == color)
    #expect(drawing.background == Drawing.Color(red: 0xF2, green: 0xF2, blue: 0xF2))
  }
}

@Suite struct `A generated pattern` {
  private static let colors = (0...255).map { number in
    Pattern(cells: 0, color: UInt8(number)).drawing.foreground
  }

  /// Reads the seed off a drawing, which is possible only if no other seed has the drawing.
  private func seed(of drawing: Drawing, _ colors: [Drawing.Color: Int]) throws -> UInt64 {
    let cells = drawing.rows.flatMap { $0.prefix(4) }.reduce(UInt64(0)) { $0 << 1 | ($1 ? 1 : 0) }
    var bits = cells << 8 | UInt64(try #require(colors[drawing.foreground]))
    let mask: UInt64 = 1 << 40 - 1
    for factor: UInt64 in [0x6A_09E6_67F3, 0x9E_3779_B97F] {
      bits ^= bits >> 20
      // Each step doubles the number of low bits that are right, of which 3 are at first.
      let inverse = (0..<4).reduce(factor) { inverse, _ in inverse &* (2 &- factor &* inverse) }
      bits = bits &* inverse & mask
    }
    return (bits ^ bits >> 20) ^ 0xBB_67AE_8584
  }

  @Test func `shows its seed, so that different seeds have different patterns`() throws {
    let numbers = Self.colors.enumerated().map { ($1, $0) }
    let colors = Dictionary(numbers) { first, _ in first }
    var generator = SeededGenerator(seed: 1)
    var seeds: [UInt64] = [0, 1, 1 << 40 - 2, 1 << 40 - 1] + (0..<40).map { 1 << $0 }
    for _ in 0..<2_000 {
      let seed = generator.next() >> 24
      seeds += [seed, PhotoSeed(seed).next.bits]
    }
    for seed in seeds {
      #expect(try self.seed(of: Pattern(PhotoSeed(seed)).drawing, colors) == seed)
    }
  }

  @Test func `is mirrored`() {
    for seed in 0..<100 {
      for row in Pattern(PhotoSeed(UInt64(seed))).drawing.rows {
        #expect(row.count == 8 && row == row.reversed())
      }
    }
  }

  @Test func `looks different from that of the next seed`() {
    var differences = 0
    for seed: UInt64 in 0..<2_000 {
      let pairs = zip(
        Pattern(PhotoSeed(seed)).drawing.rows.flatMap { $0.prefix(4) },
        Pattern(PhotoSeed(seed).next).drawing.rows.flatMap { $0.prefix(4) }
      )
      let difference = pairs.count { $0 != $1 }
      #expect(difference >= 4, "the seed \(seed)")
      differences += difference
    }
    #expect(15...17 ~= Double(differences) / 2_000, "of 32 cells")
  }

  @Test func `has one of 256 colours`() {
    #expect(Set(Self.colors).count == 256)
  }

  /// The relative luminance of WCAG 2.2.
  private func luminance(_ color: Drawing.Color) -> Double {
    let parts = [color.red, color.green, color.blue].map { part in
      let share = Double(part) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }

  @Test(arguments: 0...255)
  func `has a contrast of at least 3 to its background`(number: Int) {
    let drawing = Pattern(cells: 0, color: UInt8(number)).drawing
    let contrast =
      (luminance(drawing.background) + 0.05) / (luminance(drawing.foreground) + 0.05)
    #expect(contrast >= 3)
  }
}
