import MotionModel

/// A text, or a part of it, with the places of what was searched for.
///
/// ```swift
/// let query = try SearchQuery("pasta OR sauce")
/// let excerpt = query.snippet(of: "Boil the pasta. Stir the sauce until it thickens, then serve.", words: 6)
/// excerpt.marked("*", "*")     // "Boil the *pasta*. Stir the *sauce*…"
/// excerpt.html()               // "Boil the <mark>pasta</mark>. Stir the <mark>sauce</mark>…"
/// ```
///
/// Places are those of the words as they are written, whatever their case, accents and endings, and never divide a
/// character.
public struct SearchExcerpt: Hashable, Sendable {
  /// The whole text.
  public let text: String

  /// The name of the column that has the text, where the excerpt was chosen among several.
  public let column: String?

  /// The part of the text that is shown.
  public let range: Range<String.Index>

  /// Where the words and phrases of the query are in the part that is shown: in order and apart from each other.
  public let marks: [Range<String.Index>]

  /// A part of an excerpt which is marked as a whole, or not at all.
  public struct Piece: Hashable, Sendable {
    /// The text of the part.
    public let text: Substring
    /// Whether it is something that was searched for.
    public let isMarked: Bool
  }

  /// Whether the text begins before the part that is shown, with more than white space.
  public var isCutAtStart: Bool { text[..<range.lowerBound].contains { !$0.isWhitespace } }

  /// Whether the text continues behind the shown part with more than white space.
  public var isCutAtEnd: Bool { text[range.upperBound...].contains { !$0.isWhitespace } }

  /// What is shown, in pieces: for user interfaces that set marked pieces in another style.
  public var pieces: [Piece] {
    var pieces: [Piece] = []
    var end = range.lowerBound
    func add(upTo next: String.Index, isMarked: Bool) {
      if end < next { pieces.append(Piece(text: text[end..<next], isMarked: isMarked)) }
      end = next
    }
    for mark in marks {
      add(upTo: mark.lowerBound, isMarked: false)
      add(upTo: mark.upperBound, isMarked: true)
    }
    add(upTo: range.upperBound, isMarked: false)
    return pieces
  }

  /// Returns the shown text with marks around the hits.
  ///
  /// The text is as it is, also where it has the same characters as the marks; ``html(_:_:ellipsis:)`` is for markup.
  ///
  /// - Parameters:
  ///   - opening: Comes before each marked piece.
  ///   - closing: Comes after each marked piece.
  ///   - ellipsis: Stands for text that is not shown, before and after.
  public func marked(_ opening: String = "[", _ closing: String = "]", ellipsis: String = "…") -> String {
    joined(opening, closing, ellipsis) { String($0) }
  }

  /// Returns what is shown as HTML. The text is escaped, so no text of a record can become markup.
  ///
  /// - Parameters:
  ///   - opening: The tag before each marked piece, as it is.
  ///   - closing: The tag after each marked piece, as it is.
  ///   - ellipsis: Stands for text that is not shown, before and after; as it is.
  public func html(_ opening: String = "<mark>", _ closing: String = "</mark>", ellipsis: String = "…") -> String {
    joined(opening, closing, ellipsis) { $0.inMarkup() }
  }

  private func joined(
    _ opening: String, _ closing: String, _ ellipsis: String, _ text: (Substring) -> String
  ) -> String {
    var result = isCutAtStart ? ellipsis : ""
    for piece in pieces { result += piece.isMarked ? opening + text(piece.text) + closing : text(piece.text) }
    return isCutAtEnd ? result + ellipsis : result
  }
}

extension SearchExcerpt: CustomStringConvertible {
  /// The shown text, with brackets around the hits.
  public var description: String { marked() }
}
