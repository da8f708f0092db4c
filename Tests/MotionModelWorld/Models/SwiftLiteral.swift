package import Foundation

/// A value that can be written in a Swift program.
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
