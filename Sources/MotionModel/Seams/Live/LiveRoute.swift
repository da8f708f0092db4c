/// The entry of one view in the routes of a store, with the changes of the present commit that the view is shown.
///
/// A view creates its route, which holds the view while it is open. Only the thread that holds the lock of the
/// ``LiveRouter`` uses it; the changes of a commit, only the thread that holds the writer's lock.
package final class LiveRoute: @unchecked Sendable {
  /// The view; nil when it is not open.
  private(set) var view: (any LiveView)?
  /// How many views were opened before. Views receive commits in this order.
  private(set) var number = 0
  /// The index in the router's list of routes.
  var index = 0
  /// The interest with the number 0.
  private var first: Interest?
  /// The other interests, whose numbers begin with 1.
  private var others: [Interest] = []
  private var parts: [LivePart] = []

  /// An interest, with the changes of the present commit that meet it.
  private struct Interest {
    let interest: LiveInterest
    var entries: LivePart.Entries?

    /// - Returns: Whether it is the first change.
    mutating func add(_ entry: Int) -> Bool {
      defer { if entries == nil { entries = .one(entry) } else { entries?.add(entry) } }
      return entries == nil
    }

    /// Returns the changes, and forgets them.
    mutating func takeEntries() -> LivePart.Entries? {
      defer { entries = nil }
      return entries
    }
  }

  package init() {}

  // MARK: - Views

  /// Enters a view with its interests.
  func open(_ view: any LiveView, _ number: Int, _ interests: LiveInterests) {
    (self.view, self.number, first) = (view, number, Interest(interest: interests.first))
    others = interests.others.map { Interest(interest: $0) }
  }

  /// Forgets the view.
  ///
  /// - Returns: The view, which the caller releases outside the lock, because that may run users' code.
  func close() -> (any LiveView)? {
    defer { (view, first, others) = (nil, nil, []) }
    return view
  }

  // MARK: - Interests

  /// Calls `body` with each interest.
  func forEachInterest(_ body: (LiveTicket, LiveInterest) -> Void) {
    if let first { body(LiveTicket(route: self, number: 0), first.interest) }
    for (index, other) in others.enumerated() { body(LiveTicket(route: self, number: index + 1), other.interest) }
  }

  // MARK: - Commits

  /// Adds a change to those of the present commit that meet an interest.
  ///
  /// - Returns: Whether it is the first of them.
  func add(_ entry: Int, to number: Int) -> Bool {
    number == 0 ? first?.add(entry) ?? false : others[number - 1].add(entry)
  }

  /// Adds the changes that meet an interest to those that the view is shown.
  func end(_ number: Int, _ part: ChangesetPart, _ asked: inout [LiveRoute]) {
    let entries = number == 0 ? first?.takeEntries() : others[number - 1].takeEntries()
    if let entries { add(LivePart(number, part, entries), &asked) }
  }

  /// Adds changes that the view is shown.
  ///
  /// - Parameter asked: Receives the route with its first changes.
  func add(_ part: LivePart, _ asked: inout [LiveRoute]) {
    if parts.isEmpty { asked.append(self) }
    parts.append(part)
  }

  /// How many changes the view is shown.
  var changes: Int { parts.reduce(0) { $0 + $1.count } }

  /// Returns what the view is shown, and forgets it.
  func takeParts() -> [LivePart] {
    defer { parts = [] }
    return parts
  }
}
