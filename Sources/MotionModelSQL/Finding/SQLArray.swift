import MotionModelValues

/// A list of values as one bound value: an array of PostgreSQL.
struct SQLArray {
  /// The test whether a value is in the list, without the value.
  let text: SQLText

  /// Creates the array of operands; nil if the column cannot have one of them.
  ///
  /// - Parameter comparable: Returns a value of the column as it is compared.
  init?(_ operands: [AttributeValue], _ storage: SQLStorage, _ comparable: (SQLValue) -> SQLValue) {
    var elements: [String] = []
    elements.reserveCapacity(operands.count)
    for operand in operands {
      guard let value = try? storage.value(operand, in: .postgresql) else { return nil }
      switch comparable(value) {
      case .integer(let number): elements.append("\(number)")
      case .text(let text): elements.append(Self.quoted(text))
      case .null, .real, .blob: return nil
      }
    }
    let array: SQLValue = .text("{\(elements.joined(separator: ","))}")
    switch storage {
    case .integer: text = "= ANY (CAST(\(bind: array) AS bigint[]))"
    case .unsigned, .decimal: text = "= ANY (CAST(\(bind: array) AS numeric[]))"
    case .string: text = "= ANY (CAST(\(bind: array) AS text[]))"
    case .uuid: text = "= ANY (CAST(\(bind: array) AS uuid[]))"
    case .boolean, .real, .date, .url, .data, .json: return nil
    }
  }

  /// Returns an element in quotes, which ends at no character of the element.
  private static func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}
