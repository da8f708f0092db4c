/// A place in a text.
package struct TextPlace: Sendable, Hashable {
  /// The number of the line, from 1.
  package let line: Int
  /// The number of the character in the line, from 1.
  package let column: Int

  /// - Complexity: O(*n*) in the number of bytes before the place.
  package init(of index: Int, in bytes: UnsafeBufferPointer<UInt8>) {
    let read = bytes[..<index]
    let start = read.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    line = read.count { $0 == UInt8(ascii: "\n") } + 1
    column = String(decoding: read[start...], as: UTF8.self).count + 1
  }
}

extension TextPlace: CustomStringConvertible {
  /// The words that follow "cannot be read" in the description of an error.
  package var description: String { "at line \(line), column \(column)" }
}
