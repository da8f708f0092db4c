import MotionModelValues

/// A list of values as one bound value: an array of PostgreSQL.
struct SQLArray {
  /// The test whether a value is in the list, without the value.
  let text: SQLText

  /// Creates the array of operands; nil if the column cannot have one of them.
  ///
  /// - Parameters:
  ///   - elements: As what the column stores values.
  ///   - comparable: Returns a value of the column as it is compared.
  init?(
    _ operands: [AttributeValue], _ storage: SQLStorage, as elements: SQLStorage, _ comparable: (SQLValue) -> SQLValue
  ) {
    var texts: [String] = []
    texts.reserveCapacity(operands.count)
    for operand in operands {
      guard let value = try? storage.value(operand, in: .postgresql) else { return nil }
      switch comparable(value) {
      case .integer(let number): texts.append("\(number)")
      case .text(let text): texts.append(Self.quoted(text))
      case .null, .real, .blob: return nil
      }
    }
    let array: SQLValue = .text("{\(texts.joined(separator: ","))}")
    switch elements {
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
