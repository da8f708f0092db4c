/// How much memory reading an input may take, however it was made: a multiple of its size, and a constant. The guide
/// *Files* states the figures.
package struct MemoryBound: Sendable {
  /// For each byte of the input.
  package let perByte: Int
  package let constant: Int

  package init(perByte: Int, constant: Int) { (self.perByte, self.constant) = (perByte, constant) }

  /// The bound of files and other inputs that are read without the types of models.
  package static let untyped = MemoryBound(perByte: 256, constant: 4 << 20)

  /// The bound of a file whose records have at most so many bytes in memory: each takes at least a byte of the file.
  package static func records(of size: Int) -> MemoryBound {
    MemoryBound(perByte: untyped.perByte + size, constant: untyped.constant)
  }

  /// The same for an input that can share strings, as a binary property list does, or has places of records.
  package func adding(_ constant: Int) -> MemoryBound {
    MemoryBound(perByte: perByte, constant: self.constant + constant)
  }

  /// Memory that was needed at once, beyond a bound.
  package struct Exceeded: Error, Hashable, CustomStringConvertible {
    package let peak: Int
    package let bound: Int
    package let input: Int

    package var description: String {
      "\(peak) bytes of memory for an input of \(input) bytes, and at most \(bound) were expected"
    }
  }

  /// Returns what `body` returns, which reads an input of a number of bytes on this thread.
  ///
  /// - Throws: ``Exceeded`` if it takes more memory at once, where allocations can be counted; what `body` throws otherwise.
  package func check<Result>(_ input: Int, _ body: () throws -> Result) throws -> Result {
    let (result, peak) = Allocations.peak { Swift.Result { try body() } }
    if peak > input * perByte + constant {
      throw Exceeded(peak: peak, bound: input * perByte + constant, input: input)
    }
    return try result.get()
  }
}
