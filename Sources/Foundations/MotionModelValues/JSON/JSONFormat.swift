/// Reads JSON from a string, exactly: a number keeps all its digits, and anything that is not JSON is refused.
///
/// Foundation's reader converts numbers to binary fractions, keeps one of two values with the same key, and makes
/// Booleans and numbers hard to distinguish. A cast may do none of these.
package enum JSONFormat {
  /// Why a string is not read as JSON.
  package enum Failure: Error {
    case malformed
    case tooDeep
    case tooManyDigits
    case sameKeyTwice

    /// What was found, in the words of an error.
    package var found: String {
      switch self {
      case .malformed: "a string that is not JSON"
      case .tooDeep: "a string with JSON \(AttributeValue.tooDeep)"
      case .tooManyDigits: "a string with a number in its JSON that has too many digits"
      case .sameKeyTwice: "a string with the same key twice in its JSON"
      }
    }
  }

  /// Reads one value, ignoring white space around it and a byte order mark before it.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package static func read(
    _ text: String, depthLimit: Int = AttributeValue.depthLimit
  ) -> Result<AttributeValue, Failure> {
    text.withBytes { cursor in
      cursor.takeByteOrderMark()
      var reader = JSONReader(cursor: cursor, depthLimit: depthLimit)
      do throws(Failure) {
        return .success(try reader.readWhole())
      } catch {
        return .failure(error)
      }
    }
  }

  /// Reads one value; throws an error that says what was expected if there is none.
  package static func value(from text: String, expected: @autoclosure () -> String) throws(CastError) -> AttributeValue
  {
    switch read(text) {
    case .success(let value): return value
    case .failure(let failure): throw CastError(expected: expected(), found: failure.found)
    }
  }
}
