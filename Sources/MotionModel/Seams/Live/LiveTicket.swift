/// One interest of a view, as it is entered in the routes of a table.
///
/// Only the thread that holds the lock of the ``LiveRouter`` uses it.
struct LiveTicket: Hashable, Sendable {
  /// The route of the view, which notes the changes that meet the interest.
  let route: LiveRoute
  /// The number of the interest among those of the view.
  let number: Int

  /// Adds one change of a commit. Changes are added in order; one that is found in several regions is added once.
  ///
  /// - Parameter touched: Receives the ticket with its first change.
  func add(_ entry: Int, _ touched: inout [LiveTicket]) { if route.add(entry, to: number) { touched.append(self) } }

  /// Ends to add changes to a table.
  ///
  /// - Parameter asked: Receives the route with its first changes.
  func end(_ part: ChangesetPart, _ asked: inout [LiveRoute]) { route.end(number, part, &asked) }

  /// Adds all changes to a table.
  func addAll(_ part: ChangesetPart, _ asked: inout [LiveRoute]) { route.add(LivePart(number, part, .all), &asked) }

  static func == (a: LiveTicket, b: LiveTicket) -> Bool { a.route === b.route && a.number == b.number }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(route))
    hasher.combine(number)
  }
}

/// The tickets in one region, of which there is usually one.
enum LiveTickets: Sendable {
  case none
  case one(LiveTicket)
  case many(Set<LiveTicket>)

  var isEmpty: Bool { if case .none = self { true } else { false } }

  /// Adds a ticket. One that is here already is not added again.
  mutating func insert(_ ticket: LiveTicket) {
    switch self {
    case .none: self = .one(ticket)
    case .one(let other):
      if other != ticket { self = .many([other, ticket]) }
    case .many(var tickets):
      self = .none
      tickets.insert(ticket)
      self = .many(tickets)
    }
  }

  /// Removes a ticket, if it is here.
  mutating func remove(_ ticket: LiveTicket) {
    switch self {
    case .none: break
    case .one(let other): if other == ticket { self = .none }
    case .many(var tickets):
      self = .none
      tickets.remove(ticket)
      self = tickets.isEmpty ? .none : .many(tickets)
    }
  }

  @inline(__always) func forEach(_ body: (LiveTicket) -> Void) {
    switch self {
    case .none: break
    case .one(let ticket): body(ticket)
    case .many(let tickets): for ticket in tickets { body(ticket) }
    }
  }
}
