/// One interest of a view, as it is entered in the routes of a table, with the changes of the present commit that meet it.
///
/// Only the thread that holds the lock of the ``LiveRouter`` uses it.
final class LiveTicket: @unchecked Sendable {
  /// The route that the ticket belongs to, which is in the router as long as the ticket is.
  private unowned let route: LiveRoute
  /// The number of the interest among those of the view.
  private let number: Int
  let interest: LiveInterest
  private var entries: LivePart.Entries?

  init(_ number: Int, _ interest: LiveInterest, of route: LiveRoute) {
    (self.number, self.interest, self.route) = (number, interest, route)
  }

  /// Adds one change of a commit. Changes are added in order; one that is found in several regions is added once.
  ///
  /// - Parameter touched: Receives the ticket with its first change.
  func add(_ entry: Int, _ touched: inout [LiveTicket]) {
    if entries == nil {
      entries = .one(entry)
      touched.append(self)
    } else {
      entries?.add(entry)
    }
  }

  /// Gives the added changes to the view's route.
  ///
  /// - Parameter asked: Receives the route with its first changes.
  func end(_ part: ChangesetPart, _ asked: inout [LiveRoute]) {
    if let entries { route.add(LivePart(number, part, entries), &asked) }
    entries = nil
  }

  /// Gives all changes to a table to the view's route.
  func addAll(_ part: ChangesetPart, _ asked: inout [LiveRoute]) { route.add(LivePart(number, part, .all), &asked) }
}

/// The tickets in one region, of which there is usually one.
enum LiveTickets: Sendable {
  case none
  case one(LiveTicket)
  case many([ObjectIdentifier: LiveTicket])

  var isEmpty: Bool { if case .none = self { true } else { false } }

  /// Adds a ticket. One that is here already is not added again.
  mutating func insert(_ ticket: LiveTicket) {
    switch self {
    case .none: self = .one(ticket)
    case .one(let other):
      if other !== ticket { self = .many([ObjectIdentifier(other): other, ObjectIdentifier(ticket): ticket]) }
    case .many(var tickets):
      self = .none
      tickets[ObjectIdentifier(ticket)] = ticket
      self = .many(tickets)
    }
  }

  /// Removes a ticket, if it is here.
  mutating func remove(_ ticket: LiveTicket) {
    switch self {
    case .none: break
    case .one(let other): if other === ticket { self = .none }
    case .many(var tickets):
      self = .none
      tickets[ObjectIdentifier(ticket)] = nil
      self = tickets.isEmpty ? .none : .many(tickets)
    }
  }

  @inline(__always)
  func forEach(_ body: (LiveTicket) -> Void) {
    switch self {
    case .none: break
    case .one(let ticket): body(ticket)
    case .many(let tickets): for ticket in tickets.values { body(ticket) }
    }
  }
}
