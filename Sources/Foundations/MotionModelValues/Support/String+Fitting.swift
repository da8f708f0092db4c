extension String {
  /// The string cut to a width, with … at its end where something is missing.
  ///
  /// - Complexity: O(*n*) in the width.
  package func cut(to width: Int) -> String {
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

  /// The string in lines of at most a width, broken between words where that is possible.
  ///
  /// - Parameter breaksWords: Whether a word that is longer than a line is broken too.
  package func wrapped(to width: Int, breaksWords: Bool = true) -> [String] {
    var (lines, line, used) = ([String](), "", 0)
    for word in split(separator: " ", omittingEmptySubsequences: false) {
      let needed = word.displayWidth
      if !line.isEmpty && used + 1 + needed <= width {
        (line, used) = (line + " " + word, used + 1 + needed)
        continue
      }
      if !line.isEmpty { lines.append(line) }
      let pieces = breaksWords ? word.pieces(of: Swift.max(1, width)) : [String(word)]
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
