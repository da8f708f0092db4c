/// Something about a data model that a person has to know, in the format of compilers, so that editors show it at its
/// place.
package struct Diagnostic: Hashable, Sendable, Error, CustomStringConvertible {
  package enum Severity: String, Sendable {
    case error, warning, note
  }

  package var severity: Severity
  package var place: SourcePlace
  /// One sentence: which entity and attribute, what is wrong, and what to do.
  package var message: String

  package init(_ message: String, _ severity: Severity = .error, at place: SourcePlace) {
    self.severity = severity
    self.message = message
    self.place = place
  }

  /// `Shop.xcdatamodel/contents:12:34: error: The entity …`.
  package var description: String {
    var text = place.file.isEmpty ? "" : place.file + ":"
    if place.line > 0 { text += "\(place.line):\(max(place.column, 1)):" }
    return (text.isEmpty ? "" : text + " ") + "\(severity.rawValue): \(message)"
  }
}
