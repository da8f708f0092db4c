import MotionModelValues

/// Fingerprints of texts.
enum FormFingerprint {
  static func of(_ text: String) -> String { String(text.fingerprint, radix: 36) }

  /// Returns a text as it comes back from a page on which nobody changed it: all ends of lines are one, and HTML cannot
  /// have the character 0.
  private static func sent(_ text: String) -> String {
    if !text.utf8.contains(where: { $0 == 0x0D || $0 == 0 }) { return text }
    var scalars = String.UnicodeScalarView()
    var isReturn = false
    for scalar in text.unicodeScalars {
      if !(isReturn && scalar == "\n") {
        scalars.append(scalar == "\r" ? "\n" : scalar == "\0" ? "\u{FFFD}" : scalar)
      }
      isReturn = scalar == "\r"
    }
    return String(scalars)
  }

  /// Returns the fingerprint of what a field has; files and their contents count by name and size.
  static func of(_ input: FormInput) -> String {
    switch input {
    case .text(let text): of("t" + sent(text))
    case .flag(let isOn): isOn ? "1" : "0"
    case .choices(let values): of("c" + values.map { "\($0.utf8.count):\($0)" }.joined())
    case .file(let file): file.map { of("f\($0.size):\($0.name)") } ?? "-"
    }
  }
}
