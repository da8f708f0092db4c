/// A pattern of SQL's `LIKE`: `%` stands for any number of characters, `_` for one, and a backslash makes the
/// character after it stand for itself.
///
/// - Parameter Unit: `Character`, or `UInt8` for strings in which each byte is a character.
struct LikePattern<Unit: Equatable & Sendable>: Sendable {
  private enum Part: Sendable {
    case one, many
    case unit(Unit)
  }

  private let parts: [Part]

  private init(_ text: some Sequence<Unit>, one: Unit, many: Unit, escape: Unit) {
    var parts: [Part] = []
    var isEscaped = false
    for unit in text {
      switch unit {
      case _ where isEscaped: parts.append(.unit(unit))
      case escape:
        isEscaped = true
        continue
      case many: parts.append(.many)
      case one: parts.append(.one)
      default: parts.append(.unit(unit))
      }
      isEscaped = false
    }
    if isEscaped { parts.append(.unit(escape)) }
    self.parts = parts
  }

  /// Returns whether a whole string matches the pattern.
  ///
  /// On a mismatch it goes back to the latest `%` only. That is enough, as an earlier one could only take in more.
  ///
  /// - Complexity: O(*n* · *m*) at worst, in the lengths of the text and the pattern.
  func matches<Text: RandomAccessCollection<Unit>>(_ units: Text) -> Bool where Text.Index == Int {
    var (index, part) = (0, 0)
    var retry: (index: Int, part: Int)?
    while index < units.count {
      if part < parts.count, case .many = parts[part] {
        retry = (index, part)
        part += 1
      } else if part < parts.count, fits(units[index], parts[part]) {
        (index, part) = (index + 1, part + 1)
      } else if let last = retry {
        retry = (last.index + 1, last.part)
        (index, part) = (last.index + 1, last.part + 1)
      } else {
        return false
      }
    }
    return parts[part...].allSatisfy { if case .many = $0 { true } else { false } }
  }

  private func fits(_ unit: Unit, _ part: Part) -> Bool {
    switch part {
    case .one: true
    case .many: false
    case .unit(let other): unit == other
    }
  }
}

extension LikePattern<Character> {
  init(_ text: String) { self.init(text, one: "_", many: "%", escape: "\\") }

  /// Returns whether a whole string matches the pattern.
  func matches(_ text: String) -> Bool { matches(Array(text)) }

  /// The text with which every matching string begins.
  var beginning: String {
    var text = ""
    for case .unit(let character) in parts.prefix(while: { if case .unit = $0 { true } else { false } }) {
      text.append(character)
    }
    return text
  }
}

extension LikePattern<UInt8> {
  /// Creates the pattern for the bytes of plain strings.
  init(ASCII bytes: [UInt8]) { self.init(bytes, one: 0x5F, many: 0x25, escape: 0x5C) }
}
