import Foundation

/// Returns a description of a value that distinguishes what `==` does not (0.0 and -0.0, a composed and a decomposed
/// string), and is the same for all NaN.
///
/// Dates are described by their interval, because Foundation's description of a date that is NaN traps.
public func exactText(_ value: Any) -> String {
  switch value {
  case let text as String: return "\(text.unicodeScalars.map(\.value))"
  case let date as Date: return "Date(\(exactText(date.timeIntervalSinceReferenceDate)))"
  case let number as Double where number.isNaN: return "nan"
  case let number as Float where number.isNaN: return "nan"
  case is any Numeric, is UUID, is URL, is Bool: return "\(value)"
  case let data as Data: return "\(Array(data))"
  default: return children(of: value)
  }
}

/// Returns the properties in which two values of one type differ in their ``exactText(_:)``.
public func exactDifferences(_ first: Any, _ second: Any) -> [String] {
  zip(Mirror(reflecting: first).children, Mirror(reflecting: second).children).compactMap { own, other in
    let (text, otherText) = (exactText(own.value), exactText(other.value))
    return text == otherText ? nil : "\(own.label ?? ""): \(text.prefix(200)) is not \(otherText.prefix(200))"
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
