/// Naive tests of strings, character by character.
package enum PlainText {
  package static func contains(_ text: String, _ part: String) -> Bool {
    let (text, part) = (Array(text), Array(part))
    return (0...max(0, text.count - part.count)).contains { start in
      start + part.count <= text.count && Array(text[start..<start + part.count]) == part
    }
  }

  package static func like(_ text: String, _ pattern: String) -> Bool { like(Array(text)[...], parts(pattern)[...]) }

  private enum Part {
    case any, one
    case just(Character)
  }

  private static func parts(_ pattern: String) -> [Part] {
    var rest = Array(pattern)[...]
    var parts: [Part] = []
    while let character = rest.popFirst() {
      switch character {
      case "%": parts.append(.any)
      case "_": parts.append(.one)
      case "\\": parts.append(.just(rest.popFirst() ?? "\\"))
      default: parts.append(.just(character))
      }
    }
    return parts
  }

  private static func like(_ text: ArraySlice<Character>, _ parts: ArraySlice<Part>) -> Bool {
    guard let part = parts.first else { return text.isEmpty }
    switch part {
    case .any: return like(text, parts.dropFirst()) || !text.isEmpty && like(text.dropFirst(), parts)
    case .one: return !text.isEmpty && like(text.dropFirst(), parts.dropFirst())
    case .just(let character): return text.first == character && like(text.dropFirst(), parts.dropFirst())
    }
  }
}
