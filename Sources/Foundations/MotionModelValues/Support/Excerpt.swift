/// The line of a text in which a mistake is, with a caret below the mistake. A long line is cut on both sides.
package struct Excerpt: CustomStringConvertible {
  private let text: String
  private let place: String.Index

  /// - Parameter place: Where the mistake is. It may be the end of the text.
  package init(of text: String, at place: String.Index) { (self.text, self.place) = (text, place) }

  package var description: String {
    let scalars = text.unicodeScalars
    let isBreak = { (scalar: Unicode.Scalar) in scalar == "\n" || scalar == "\r" }
    let lineStart = scalars[..<place].lastIndex(where: isBreak).map(scalars.index(after:)) ?? scalars.startIndex
    let lineEnd = scalars[place...].firstIndex(where: isBreak) ?? scalars.endIndex
    let start = scalars.index(place, offsetBy: -Self.reach, limitedBy: lineStart) ?? lineStart
    let end = scalars.index(place, offsetBy: Self.reach, limitedBy: lineEnd) ?? lineEnd
    let before = (start > lineStart ? "…" : "") + String(scalars[start..<place]).printable
    let behind = String(scalars[place..<end]).printable + (end < lineEnd ? "…" : "")
    return "  \(before)\(behind)\n  \(String(repeating: " ", count: before.displayWidth))^"
  }

  /// How many Unicode scalars of a long line are shown on each side.
  private static let reach = 60
}
