/// Decomposed scalars in temporary memory: on the stack if they are few, and freed after the call.
struct ScalarBuffer: ~Copyable {
  private let memory: UnsafeMutableBufferPointer<DecomposedScalar>
  private(set) var count = 0

  /// Calls `body` with a buffer that has room for `capacity` scalars.
  @inline(__always)
  static func with<Result>(
    capacity: Int,
    _ body: (inout ScalarBuffer) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(of: DecomposedScalar.self, capacity: capacity) { memory in
      var buffer = ScalarBuffer(memory: memory)
      return body(&buffer)
    }
  }

  @inline(__always)
  private init(memory: UnsafeMutableBufferPointer<DecomposedScalar>) {
    self.memory = memory
  }

  subscript(place: Int) -> DecomposedScalar {
    @inline(__always) get {
      precondition(place >= 0 && place < count)
      return memory[place]
    }
    @inline(__always) set {
      precondition(place >= 0 && place < count)
      memory[place] = newValue
    }
  }

  @inline(__always)
  mutating func append(_ part: DecomposedScalar) {
    precondition(count < memory.count)
    memory.initializeElement(at: count, to: part)
    count += 1
  }

  mutating func removeLast(_ number: Int = 1) {
    precondition(number >= 0 && number <= count)
    count -= number
  }

  mutating func removeAll(where isUnwanted: (DecomposedScalar) -> Bool) {
    var end = 0
    for place in 0..<count where !isUnwanted(self[place]) {
      self[end] = self[place]
      end += 1
    }
    removeLast(count - end)
  }

  /// The scalars without their properties.
  var scalars: [Unicode.Scalar] { memory[..<count].map(\.scalar) }

  /// The scalars as a text.
  var text: String { String(scalars: memory[..<count].lazy.map(\.scalar)) }
}
