import MotionModel
import MotionModelValidation

/// The rules about changes of bookings, which a copy of a store does not ask.
enum ChangeRules {
  /// Whether they are asked. A copy applies what another store has committed, and what a branch took over from its parent:
  /// there a record may be another one, which has the id since the branch's own record got a new one.
  @TaskLocal static var areAsked = true
}

// What the rules say, for the naive store.

extension Booking {
  private struct Event {
    let name: String
    let sources: Set<Int>
    let target: Int
    var isAllowed: (Booking) -> Bool = { _ in true }
  }

  private static var events: [Event] {
    [
      Event(name: "plan", sources: [0], target: 1),
      Event(name: "start", sources: [1], target: 2) { $0.slot > 0 },
      Event(name: "stop", sources: [1, 2], target: 0),
      Event(name: "finish", sources: [2], target: 3),
      Event(name: "finish", sources: [1], target: 3) { $0.holder == "ann" },
      Event(name: "reopen", sources: [3], target: 0) { $0.price < 3 },
    ]
  }

  private static let initialPhases = [0, 1]

  /// The names of all events, and one that is none.
  static let eventNames = ["plan", "start", "stop", "finish", "reopen", "fly"]

  /// The names of the events that are possible now.
  var possibleEvents: [String] {
    Self.eventNames.filter { name in
      Self.events.contains { $0.name == name && $0.sources.contains(phase) && $0.isAllowed(self) }
    }
  }

  /// The phase to which an event leads, or why it is refused.
  func phase(after name: String) -> Result<Int, StateError> {
    let named = Self.events.filter { $0.name == name }
    if named.isEmpty { return .failure(.noEvent(model: "Booking", event: name)) }
    let beginning = named.filter { $0.sources.contains(phase) }
    if beginning.isEmpty { return .failure(.notPossible(model: "Booking", event: name, id: "\(id)")) }
    guard let event = beginning.first(where: { $0.isAllowed(self) }) else {
      return .failure(.refused(model: "Booking", event: name, id: "\(id)"))
    }
    return .success(event.target)
  }

  package func validateChange(from old: Booking?) throws(Refusal) {
    guard let old else {
      if !Self.initialPhases.contains(phase) { throw .invalid }
      return
    }
    if phase != old.phase && !isReached(from: [old.phase]) { throw .invalid }
    try checkPriceAndSlot(since: old)
  }

  package static func checkChanges(from before: [Booking], to now: [Booking]) throws(Refusal) {
    for booking in now {
      guard let old = before.first(where: { $0.id == booking.id }) else {
        if !phases(reachableFrom: initialPhases).contains(booking.phase) { throw .invalid }
        continue
      }
      let isSame = booking.phase == old.phase
      if !isSame && !booking.isReached(from: phases(reachableFrom: [old.phase])) { throw .invalid }
      try booking.checkPriceAndSlot(since: old)
    }
    for old in before where old.price == 3 && old.phase != 3 && !now.contains(where: { $0.id == old.id }) {
      throw .invalid
    }
  }

  private func checkPriceAndSlot(since old: Booking) throws(Refusal) {
    if price < old.price || old.price == 3 && slot != old.slot { throw .invalid }
  }

  /// Whether one event leads from one of some phases to this one.
  private func isReached(from phases: some Collection<Int>) -> Bool {
    Self.events.contains { $0.target == phase && !$0.sources.isDisjoint(with: phases) && $0.isAllowed(self) }
  }

  /// The phases to which any number of events leads, whatever their conditions.
  private static func phases(reachableFrom starts: [Int]) -> Set<Int> {
    var phases = Set(starts)
    for _ in events {
      for event in events where !event.sources.isDisjoint(with: phases) { phases.insert(event.target) }
    }
    return phases
  }
}
