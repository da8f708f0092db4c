import MotionModelForms
import MotionModelValues

extension StringProtocol {
  /// The string on one line of a terminal: every character takes a place there, and none commands the terminal.
  ///
  /// Control characters are shown by their pictures (␛ for an escape), those that turn the direction of what follows by
  /// a replacement character, and a mark that combines with nothing on a dotted circle.
  var shown: String {
    if utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return String(self) }
    return reduce(into: "") { $0 += $1.shown }
  }
}

extension Character {
  /// The character as a terminal may show it.
  fileprivate var shown: String {
    let text = String(self)
    // Controls never combine, so the first scalar says whether this is one; "\r\n" is the one with two.
    if let first = unicodeScalars.first, let picture = first.picture {
      return unicodeScalars.count == 1 ? picture : unicodeScalars.map { $0.picture ?? "" }.joined()
    }
    if text.displayWidth > 0 { return text }
    return unicodeScalars.first?.properties.generalCategory == .format ? "\u{FFFD}" : "\u{25CC}\(text)"
  }
}

extension Unicode.Scalar {
  /// What is shown for a control character; nil for all others.
  fileprivate var picture: String? {
    switch value {
    case 0..<0x20: Unicode.Scalar(0x2400 + value).map { String($0) }
    case 0x7F: "\u{2421}"
    default: commandsTerminal ? "\u{FFFD}" : nil
    }
  }
}

extension String {
  /// The string cut to a width, with … at its end where something is missing.
  ///
  /// - Complexity: O(*n*) in the width.
  func cut(to width: Int) -> String {
    var (text, room) = ("", Swift.max(0, width))
    for (index, character) in zip(indices, self) {
      let needed = String(character).displayWidth
      if needed > room || needed == room && self.index(after: index) < endIndex && hasWidth(after: index) {
        return text + (room > 0 ? "…" : "")
      }
      text.append(character)
      room -= needed
    }
    return text
  }

  /// Whether something that takes a place comes after an index.
  private func hasWidth(after index: Index) -> Bool {
    self[self.index(after: index)...].contains { String($0).displayWidth > 0 }
  }

  /// The string in exactly a width: cut, or with spaces.
  func fitted(to width: Int, onTheLeft: Bool = false) -> String {
    cut(to: width).padded(to: width, onTheLeft: onTheLeft)
  }

  /// The string in lines of at most a width, broken between words where that is possible.
  func wrapped(to width: Int) -> [String] {
    var (lines, line, used) = ([String](), "", 0)
    for word in split(separator: " ", omittingEmptySubsequences: false) {
      let needed = word.displayWidth
      if !line.isEmpty && used + 1 + needed <= width {
        (line, used) = (line + " " + word, used + 1 + needed)
        continue
      }
      if !line.isEmpty { lines.append(line) }
      let pieces = word.pieces(of: Swift.max(1, width))
      lines += pieces.dropLast()
      line = pieces.last ?? ""
      used = line.displayWidth
    }
    return lines + [line]
  }
}

extension Substring {
  /// The string in pieces of at most a width.
  fileprivate func pieces(of width: Int) -> [String] {
    var (pieces, piece, used) = ([String](), "", 0)
    for character in self {
      let needed = String(character).displayWidth
      if used + needed > width && !piece.isEmpty {
        pieces.append(piece)
        (piece, used) = ("", 0)
      }
      piece.append(character)
      used += needed
    }
    return pieces + [piece]
  }
}
