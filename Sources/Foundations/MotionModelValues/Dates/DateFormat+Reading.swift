import Foundation

extension DateFormat {
  /// Reads a date.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  static func date(from text: String) throws(CastError) -> Date {
    switch read(text) {
    case .success(let date): return date
    case .failure(let failure): throw CastError(expected: expected, found: failure.found)
    }
  }

  /// Reads a date, or returns why the string is not one.
  static func read(_ text: String) -> Result<Date, Failure> {
    text.withBytes { cursor in
      var reader = DateReader(cursor: cursor)
      do throws(Failure) {
        return .success(try reader.read())
      } catch {
        return .failure(error)
      }
    }
  }
}
