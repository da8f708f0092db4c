import Foundation

/// A value in words that tell apart what `==` does not (0.0 and -0.0, a text composed and decomposed), and find NaN the
/// same as NaN.
///
/// Dates are told by their interval, because Foundation's own description of one that is no number traps.
public func exactText(_ value: Any) -> String {
  switch value {
  case let text as String: return "\(text.unicodeScalars.map(\.value))"
  case let date as Date: return "Date(\(date.timeIntervalSinceReferenceDate))"
  case is any Numeric, is UUID, is URL, is Bool: return "\(value)"
  case let data as Data: return "\(Array(data))"
  default: return children(of: value)
  }
}

private func children(of value: Any) -> String {
  let mirror = Mirror(reflecting: value)
  if mirror.displayStyle == .enum { return "\(value)" }
  let texts = mirror.children.map { child in
    (child.label.map { "\($0): " } ?? "") + exactText(child.value)
  }
  let isUnordered = mirror.displayStyle == .dictionary || mirror.displayStyle == .set
  return "(\((isUnordered ? texts.sorted() : texts).joined(separator: ", ")))"
}
