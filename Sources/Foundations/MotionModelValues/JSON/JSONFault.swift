/// Where bytes stop being JSON, and why.
package struct JSONFault: Sendable, Hashable {
  package let place: TextPlace
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
      place = TextPlace(of: reader.index, in: bytes)
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
    return "\(place)\(reason)"
  }
}
