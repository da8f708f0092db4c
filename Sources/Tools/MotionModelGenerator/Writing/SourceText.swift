/// Lines of Swift, indented by two spaces at each level, none longer than 120 where it can be broken.
struct SourceText {
  private(set) var lines: [String] = []
  private var level = 0
  static let width = 120

  /// The text, with one line break at the end.
  var text: String { lines.joined(separator: "\n") + "\n" }

  /// Adds a line; an empty one has no spaces.
  mutating func line(_ text: String = "") {
    for part in text.split(separator: "\n", omittingEmptySubsequences: false) {
      lines.append(part.isEmpty ? "" : String(repeating: "  ", count: level) + part)
    }
  }

  /// Adds an empty line, unless there is one already or a block has just begun.
  mutating func gap() {
    guard let last = lines.last, !last.isEmpty, !last.hasSuffix("{") else { return }
    lines.append("")
  }

  /// Adds a line that opens a block, its content, and the end.
  mutating func block(_ head: String, _ content: (inout SourceText) -> Void) {
    line(head + " {")
    level += 1
    content(&self)
    level -= 1
    line("}")
  }

  /// Adds an expression, broken after the opening bracket and at its commas if it is too long.
  mutating func expression(_ text: String) {
    if level * 2 + text.count <= Self.width { return line(text) }
    guard let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")"), open < close else {
      return line(text)
    }
    line(String(text[...open]))
    level += 1
    let arguments = Self.arguments(String(text[text.index(after: open)..<close]))
    var current = ""
    for (number, argument) in arguments.enumerated() {
      let piece = argument + (number == arguments.count - 1 ? "" : ",")
      let joined = current.isEmpty ? piece : current + " " + piece
      if level * 2 + joined.count > Self.width, !current.isEmpty {
        line(current)
        current = piece
      } else {
        current = joined
      }
    }
    line(current + String(text[close...]))
    level -= 1
  }

  /// Splits arguments at the commas that are in no bracket and in no string.
  private static func arguments(_ text: String) -> [String] {
    var result = [""]
    var depth = 0
    var isInString = false
    var isEscaped = false
    for character in text {
      if isEscaped {
        isEscaped = false
      } else if isInString {
        isEscaped = character == "\\"
        if character == "\"" { isInString = false }
      } else if character == "\"" {
        isInString = true
      } else if "([{<".contains(character) {
        depth += 1
      } else if ")]}>".contains(character) {
        depth -= 1
      } else if character == "," && depth == 0 {
        result.append("")
        continue
      }
      result[result.count - 1].append(character)
    }
    return result.map { String($0.drop { $0 == " " }) }
  }

  /// Adds a comment, its lines broken between words.
  mutating func comment(_ comment: Comment) {
    for text in comment.documentation { wrap(text, "///") }
    for doubt in comment.doubts { wrap("CHECK: " + doubt, "//") }
  }

  /// Adds a comment, wrapped at the width of the source. Line breaks become blanks, because text behind one would be
  /// code; so do hidden characters.
  mutating func wrap(_ text: String, _ mark: String) {
    var current = mark
    for word in text.split(whereSeparator: { $0.isWhitespace || $0.unicodeScalars.contains(where: \.isHidden) }) {
      if level * 2 + current.count + 1 + word.count > Self.width && current != mark {
        line(current)
        current = mark
      }
      current += " " + word
    }
    line(current)
  }
}
