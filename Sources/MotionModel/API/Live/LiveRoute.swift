/// The entry of one view in the routes of a store, with what it is shown of the present commit.
///
/// A view creates its route, which holds the view while it is open. Only the thread that holds the lock of the
/// ``LiveRouter`` uses it; the changes of a commit, only the thread that holds the writer's lock.
package final class LiveRoute: @unchecked Sendable {
  /// The view; nil when it is not open.
  private(set) var view: (any LiveView)?
  /// How many views were opened before. Views are asked in this order.
  private(set) var number = 0
  /// The index in the router's list of routes.
  var index = 0
  /// The first interest with which the view was opened.
  private var first: LiveTicket?
  /// The other interests, by their numbers.
  private var others: [Int: LiveTicket] = [:]
  private var parts: [LivePart] = []

  package init() {}

  // MARK: - Views

  /// Enters a view with its interests.
  func open(_ view: any LiveView, _ number: Int, _ interests: [LiveInterest]) {
    (self.view, self.number) = (view, number)
    for (number, interest) in interests.enumerated() {
      if number == 0 {
        first = LiveTicket(0, interest, of: self)
      } else {
        _ = add(number, interest)
      }
    }
  }

  /// Forgets the view.
  ///
  /// - Returns: The view, which the caller releases outside the lock, because that may run users' code.
  func close() -> (any LiveView)? {
    defer { (view, first, others) = (nil, nil, [:]) }
    return view
  }

  // MARK: - Interests

  /// Calls `body` with each interest.
  func forEachTicket(_ body: (LiveTicket) -> Void) {
    if let first { body(first) }
    if !others.isEmpty { others.values.forEach(body) }
  }

  /// Adds an interest.
  func add(_ number: Int, _ interest: LiveInterest) -> LiveTicket {
    let ticket = LiveTicket(number, interest, of: self)
    others[number] = ticket
    return ticket
  }

  /// Removes an interest other than the first one.
  func remove(_ number: Int) -> LiveTicket? { others.removeValue(forKey: number) }

  // MARK: - Commits

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
