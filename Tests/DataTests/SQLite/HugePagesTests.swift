import Foundation
import Testing

@testable import MonikerData

@Suite struct `Huge pages` {
  private static var exist: Bool {
    FileManager.default.fileExists(atPath: "/sys/kernel/mm/transparent_hugepage/enabled")
  }

  @Test(.enabled(if: exist, "the system has none"))
  func `are asked for inside the memory, and for nothing outside it`() throws {
    let size = 1 << 20
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 4_096)
    defer { memory.deallocate() }
    _ = memory.initializeMemory(as: UInt8.self, repeating: 7)
    let part = UnsafeRawBufferPointer(rebasing: memory[100..<(size - 100)])
    part.preferHugePages()
    let start = UInt(bitPattern: memory.baseAddress)
    let advised = try advisedRanges().filter { $0.overlaps(start..<start + UInt(size)) }
    #expect(advised == [start + 4_096..<start + UInt(size) - 4_096])
    #expect(memory.allSatisfy { $0 == 7 })
  }

  @Test(arguments: [0, 1, 4_095]) func `are not asked for without a whole page`(count: Int) throws {
    let before = try advisedRanges()
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 8_192, alignment: 4_096)
    defer { memory.deallocate() }
    UnsafeRawBufferPointer(rebasing: memory[1..<(1 + count)]).preferHugePages()
    let start = UInt(bitPattern: memory.baseAddress)
    #expect(try advisedRanges().allSatisfy { !$0.contains(start) || before.contains($0) })
  }

  /// The parts of this process's memory for which huge pages were asked (proc_pid_smaps(5), `hg`).
  private func advisedRanges() throws -> [Range<UInt>] {
    var ranges: [Range<UInt>] = []
    var current: Range<UInt>?
    // The system gives one page at a time, which String(contentsOfFile:) takes for all.
    let file = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/smaps"))
    let text = try file.readToEnd() ?? Data()
    for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.first == "VmFlags:" {
        if let current, words.contains("hg") { ranges.append(current) }
      } else if let bounds = words.first?.split(separator: "-"), bounds.count == 2,
        let start = UInt(bounds[0], radix: 16), let end = UInt(bounds[1], radix: 16)
      {
        current = start..<end
      }
    }
    return ranges
  }
}
