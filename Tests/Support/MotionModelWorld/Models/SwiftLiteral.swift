package import Foundation
package import MotionModel

/// A value that can be written as Swift source.
package protocol SwiftLiteral {
  var swift: String { get }
}

extension Int: SwiftLiteral {
  package var swift: String { self == .max ? ".max" : self == .min ? ".min" : "\(self)" }
}
extension Bool: SwiftLiteral { package var swift: String { "\(self)" } }
extension Double: SwiftLiteral {
  package var swift: String { isNaN ? ".nan" : isInfinite ? (self < 0 ? "-.infinity" : ".infinity") : "\(self)" }
}
extension String: SwiftLiteral {
  package var swift: String {
    let escaped = unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case " "..."~": String(scalar)
      default: "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return "\"\(escaped.joined())\""
  }
}
extension Optional: SwiftLiteral where Wrapped: SwiftLiteral { package var swift: String { self?.swift ?? "nil" } }
extension Array: SwiftLiteral where Element: SwiftLiteral {
  package var swift: String { "[\(map(\.swift).joined(separator: ", "))]" }
}
extension Date: SwiftLiteral {
  package var swift: String { "Date(timeIntervalSinceReferenceDate: \(timeIntervalSinceReferenceDate))" }
}
extension Data: SwiftLiteral { package var swift: String { "Data(\(Array(self)))" } }
extension Decimal: SwiftLiteral { package var swift: String { "Decimal(string: \"\(self)\")!" } }
extension UUID: SwiftLiteral { package var swift: String { "UUID(uuidString: \"\(uuidString)\")!" } }
extension RemarkID: SwiftLiteral { package var swift: String { "RemarkID(\(number32))" } }
extension Job.State: SwiftLiteral { package var swift: String { ".\(self)" } }
extension Job.Details: SwiftLiteral {
  package var swift: String {
    let notes = notes.map { "\($0.key.swift): \($0.value)" }.joined(separator: ", ")
    return "Job.Details(\(height.swift), [\(notes.isEmpty ? ":" : notes)])"
  }
}
extension Job.Form: SwiftLiteral {
  package var swift: String {
    switch self {
    case .none: "Job.Form.none"
    case .box(let size, let lid): ".box(\(size), lid: \(lid.swift))"
    case .text(let text): ".text(\(text.swift))"
    case .pair(let forms): ".pair(\(forms.swift))"
    }
  }
}
extension Dictionary: SwiftLiteral where Key == String, Value: SwiftLiteral {
  package var swift: String {
    if isEmpty { return "[:]" }
    return "[\(sorted { $0.key < $1.key }.map { "\($0.key.swift): \($0.value.swift)" }.joined(separator: ", "))]"
  }
}
extension AttributeValue: SwiftLiteral {
  package var swift: String {
    switch self {
    case .null: ".null"
    case .bool(let value): value.swift
    case .int(let value): Int(value).swift
    case .uint(let value): ".uint(\(value))"
    case .double(let value): ".double(\(value.swift))"
    case .decimal(let value): ".decimal(\(value.swift))"
    case .string(let value): value.swift
    case .date(let value): ".date(\(value.swift))"
    case .uuid(let value): ".uuid(\(value.swift))"
    case .url(let value): ".url(URL(string: \(value.absoluteString.swift))!)"
    case .data(let value): ".data(\(value.swift))"
    case .array(let values): values.swift
    case .dictionary(let values): values.swift
    }
  }
}
