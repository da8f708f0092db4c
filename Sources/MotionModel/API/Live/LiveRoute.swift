/// The entry of one view in the routes of a store, with what it is shown of the present commit.
///
/// Only the thread that holds the lock of the ``LiveRouter`` uses it.
final class LiveRoute: @unchecked Sendable {
  let view: any LiveView
  /// What the view wants to be shown, by numbers.
  var interests: [Int: LiveInterest] = [:]
  private var parts: [LivePart] = []
  /// The number of the interest of `entries`.
  private var interest = 0
  private var entries: [Int] = []

  init(_ view: any LiveView) { self.view = view }

  /// Whether the view is asked about the present commit.
  var isAsked: Bool { !parts.isEmpty || !entries.isEmpty }

  /// Adds all changes to a table.
  func add(_ part: ChangesetPart, for interest: Int) { parts.append(LivePart(interest, part, nil)) }

  /// Adds one change. Those of one interest come one after the other, in order.
  func add(_ entry: Int, of part: ChangesetPart, for interest: Int) {
    if interest != self.interest { endEntries(of: part) }
    self.interest = interest
    if entries.last != entry { entries.append(entry) }
  }

  /// Ends the changes to a table.
  func endEntries(of part: ChangesetPart) {
    if entries.isEmpty { return }
    parts.append(LivePart(interest, part, entries))
    entries = []
  }

  /// Returns what the view is shown, and forgets it.
  func takeParts() -> [LivePart] {
    defer { parts = [] }
    return parts
  }
}
