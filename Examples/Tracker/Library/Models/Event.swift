package import Foundation
package import MotionModel

/// An entry of the log: what was done to an issue, when, and by whom.
///
/// It refers to the issue by its number and not by a relation, because the log outlives what it reports.
package struct Event: Model, Equatable {
  package var id = 0
  package var issue = ""
  package var text = ""
  package var author: String?
  package var date = Date.distantPast

  package static let schema = Schema<Event> { Column(\.issue, .indexed) }

  package init() {}
}
