/// Where bytes stop being JSON, and why.
package struct JSONFault: Sendable, Hashable {
  /// The number of the line, from 1.
  package let line: Int
  /// The number of the character in the line, from 1.
  package let column: Int
  package let failure: JSONFormat.Failure
  /// Whether the bytes end in the middle of a value.
  package let isEnd: Bool

  /// Looks for the first fault; nil if there is none.
  ///
  /// - Parameter isLines: Whether there may be several values.
  /// - Complexity: O(*n*) in the number of bytes.
  package init?(in bytes: UnsafeBufferPointer<UInt8>, isLines: Bool, depthLimit: Int) {
    var reader = JSONReader(bytes, depthLimit: depthLimit)
    do throws(JSONFormat.Failure) {
      var isFirst = true
      while isFirst || !reader.isAtEnd {
        if !isFirst && !isLines { throw .malformed }
        isFirst = false
        _ = try reader.readValue()
      }
      return nil
    } catch {
      let read = bytes[..<reader.index]
      let start = read.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      line = read.count { $0 == UInt8(ascii: "\n") } + 1
      column = String(decoding: read[start...], as: UTF8.self).count + 1
      (failure, isEnd) = (error, error == .malformed && reader.index == bytes.count)
    }
  }
}

extension JSONFault: CustomStringConvertible {
  /// The words that follow "cannot be read" in the description of an error.
  package var description: String {
    let reason =
      switch failure {
      case .malformed: ""
      case .tooDeep: ", where it is \(AttributeValue.tooDeep)"
      case .tooManyDigits: ", where a number has too many digits"
      case .sameKeyTwice: ", where a key comes a second time"
      }
    return "at line \(line), column \(column)\(reason)"
  }
}
