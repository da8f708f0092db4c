import Foundation

/// Formats a number with three significant digits.
func number(_ value: Double) -> String {
  if value >= 100 { return grouped(Int(value.rounded())) }
  if value > 0 && value < 0.1 { return String(format: "%.2g", value) }
  let digits = value >= 10 ? 1 : 2
  let text = String(format: "%.\(digits)f", value)
  return text.hasSuffix(".00") ? String(text.dropLast(3)) : text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

/// Formats an integer with commas between thousands.
func grouped(_ value: Int) -> String {
  var groups: [Substring] = []
  var digits = Substring(String(value))
  while digits.count > 3 {
    groups.append(digits.suffix(3))
    digits = digits.dropLast(3)
  }
  return ([digits] + groups.reversed()).joined(separator: ",")
}

/// Formats a time, given in nanoseconds, in a suitable unit.
func duration(_ nanoseconds: Double) -> String {
  if nanoseconds < 1e3 { return number(nanoseconds) + " ns" }
  if nanoseconds < 1e6 { return number(nanoseconds / 1e3) + " µs" }
  if nanoseconds < 1e9 { return number(nanoseconds / 1e6) + " ms" }
  return number(nanoseconds / 1e9) + " s"
}
