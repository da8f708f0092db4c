import MotionModel
import MotionModelLoopback
import MotionModelValues

/// Records in a form that can be pasted elsewhere.
enum Export: String, CaseIterable {
  case swift, json, csv

  /// How many records are exported at most.
  static let limit = 10_000

  /// The name in links.
  var name: String { self == .swift ? "Swift" : rawValue.uppercased() }

  /// Returns records of a model as a file.
  func reply(_ rows: [InspectedRow], of columns: [InspectedColumn], _ model: String) -> Reply {
    switch self {
    case .json: Reply("application/json", Array(Self.json(rows, columns).utf8))
    case .csv: Reply("text/csv; charset=utf-8", Array(Self.csv(rows, columns).utf8))
    case .swift: Reply("text/plain; charset=utf-8", Array(Self.swift(rows, columns, model).utf8))
    }
  }

  private static func json(_ rows: [InspectedRow], _ columns: [InspectedColumn]) -> String {
    var writer = JSONWriter()
    writer.write(raw: "[")
    for (number, row) in rows.enumerated() {
      if number > 0 { writer.write(raw: ",") }
      writer.write(raw: "\n  ")
      writer.write(object: zip(columns, row.values).map { ($0.name, $1 ?? .null) })
    }
    writer.write(raw: "\n]\n")
    return String(decoding: writer.takeBytes(), as: UTF8.self)
  }

  private static func csv(_ rows: [InspectedRow], _ columns: [InspectedColumn]) -> String {
    let lines = rows.map { row in row.values.map { $0.map { field($0.shownText(limit: .max).text) } ?? "" } }
    return ([columns.map { field($0.name) }] + lines).map { $0.joined(separator: ",") + "\r\n" }.joined()
  }

  private static func field(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy { !"\",\r\n".unicodeScalars.contains($0) }
    return isPlain && !text.isEmpty ? text : "\"\(text.replacing("\"", with: "\"\""))\""
  }

  /// The rows as calls that make the records again, by the names of columns.
  private static func swift(_ rows: [InspectedRow], _ columns: [InspectedColumn], _ model: String) -> String {
    let lines = rows.map { row in
      let members = zip(columns, row.values).compactMap { column, value in
        value.map { "\(column.name.debugDescription): \($0.swiftLiteral)" }
      }
      return "  try \(model)(attributes: [\(members.isEmpty ? ":" : members.joined(separator: ", "))]),\n"
    }
    return "[\n\(lines.joined())]\n"
  }
}

extension AttributeValue {
  /// The value as Swift writes an `AttributeValue`.
  fileprivate var swiftLiteral: String {
    switch self {
    case .bool, .int: description
    case .double(let value) where value.isFinite: description
    case .array(let elements): "[\(elements.map(\.swiftLiteral).joined(separator: ", "))]"
    case .dictionary(let members):
      members.isEmpty ? "[:]" : "[\(members.sorted { $0.key < $1.key }.map(Self.member).joined(separator: ", "))]"
    case .null: "nil"
    default: plainString.debugDescription
    }
  }

  private static func member(_ name: String, _ value: AttributeValue) -> String {
    "\(name.debugDescription): \(value.swiftLiteral)"
  }
}
