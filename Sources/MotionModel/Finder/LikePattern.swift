/// A pattern in the manner of SQL: `%` stands for any number of characters, `_` for one, a backslash takes the meaning
/// from the character behind it.
struct LikePattern: Sendable {
  private enum Part: Sendable {
    case one, many
    case character(Character)
  }

  private let parts: [Part]

  init(_ text: String) {
    var parts: [Part] = []
    var isEscaped = false
    for character in text {
      switch character {
      case _ where isEscaped: parts.append(.character(character))
      case "\\":
        isEscaped = true
        continue
      case "%": parts.append(.many)
      case "_": parts.append(.one)
      default: parts.append(.character(character))
      }
      isEscaped = false
    }
    if isEscaped { parts.append(.character("\\")) }
    self.parts = parts
  }

  /// Whether a whole text fits the pattern.
  ///
  /// It goes back to the latest `%` only, which is enough, as any earlier one could but take in more.
  ///
  /// - Complexity: O(*n* · *m*) at worst, in the lengths of the text and the pattern.
  func matches(_ text: String) -> Bool {
    let characters = Array(text)
    var (index, part) = (0, 0)
    var retry: (index: Int, part: Int)?
    while index < characters.count {
      if part < parts.count, case .many = parts[part] {
        retry = (index, part)
        part += 1
      } else if part < parts.count, fits(characters[index], parts[part]) {
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

  private func fits(_ character: Character, _ part: Part) -> Bool {
    switch part {
    case .one: true
    case .many: false
    case .character(let other): character == other
    }
  }
}
