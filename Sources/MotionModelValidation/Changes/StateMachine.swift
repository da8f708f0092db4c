public import MotionModel

/// The states that a column goes through, and the events that lead from one to another.
///
/// ```swift
/// extension Order {
///   static let lifecycle = StateMachine(\Order.status, from: .draft) {
///     StateEvent("submit", from: .draft, to: .open) { $0.total > 0 }
///     StateEvent("close", from: .open, to: .closed)
///     StateEvent("cancel", from: .draft, .open, to: .cancelled)
///   }
/// }
///
/// Order.lifecycle.events(for: order)                   // => ["submit", "cancel"]
/// try Order.lifecycle.apply("submit", to: &order)      // the status is open now; it is not saved yet
/// print(Order.lifecycle.diagram)                       // for Mermaid
/// ```
///
/// A ``StateTransition`` has all writes follow it.
///
/// ## Topics
/// ### Events
/// - ``events(for:)``
/// - ``apply(_:to:)``
/// ### States
/// - ``allows(_:to:of:)``
/// - ``diagram``
public struct StateMachine<Record: Model, State: ColumnValue>: Sendable {
  /// The property that holds the state.
  package let column: any WritableKeyPath<Record, State> & Sendable
  /// The states in which a record may be created; empty if it may be any.
  package let initial: [State]
  /// The events, in order of declaration.
  public let events: [StateEvent<Record, State>]

  /// Creates a machine of events.
  ///
  /// - Parameters:
  ///   - column: The property that holds the state.
  ///   - initial: The states in which a record may be created; none for any.
  ///   - events: The events.
  public init(
    _ column: any WritableKeyPath<Record, State> & Sendable, from initial: State...,
    @ListBuilder<StateEvent<Record, State>> events: () -> [StateEvent<Record, State>]
  ) {
    (self.column, self.initial, self.events) = (column, initial, events())
  }

  init(
    _ column: any WritableKeyPath<Record, State> & Sendable, initial: [State], _ events: [StateEvent<Record, State>]
  ) {
    (self.column, self.initial, self.events) = (column, initial, events)
  }

  // MARK: - Events

  /// Returns the names of the events that are possible for a record now, in order of declaration, each once.
  public func events(for record: Record) -> [String] {
    var names: [String] = []
    for event in events where event.isPossible(in: record[keyPath: column], for: record) && !names.contains(event.name)
    {
      names.append(event.name)
    }
    return names
  }

  /// Puts a record into the state to which an event leads. It does not save the record.
  ///
  /// - Parameters:
  ///   - name: The name of the event. If several events have the name, the first possible one is used.
  ///   - record: The record. It is unchanged when the event is refused.
  /// - Throws: ``StateError``.
  public func apply(_ name: String, to record: inout Record) throws(StateError) {
    let (model, id) = (Record.schema.modelName, "\(record.id.attribute)")
    let named = events.filter { $0.name == name }
    if named.isEmpty { throw .noEvent(model: model, event: name) }
    let state = record[keyPath: column]
    if let event = named.first(where: { $0.isPossible(in: state, for: record) }) {
      return record[keyPath: column] = event.target
    }
    if named.contains(where: { $0.sources.contains(state) }) { throw .refused(model: model, event: name, id: id) }
    throw .notPossible(model: model, event: name, id: id)
  }

  // MARK: - States

  /// Returns whether one event leads from a state to another, for a record as it is afterwards.
  public func allows(_ state: State, to next: State, of record: Record) -> Bool {
    events.contains { $0.target == next && $0.isPossible(in: state, for: record) }
  }

  /// Returns whether events lead from a state to another, in any number of steps and whatever their conditions.
  ///
  /// - Complexity: O(*s* · *e*) in the numbers of states and events.
  package func isReachable(_ state: State, from start: State) -> Bool {
    state == start || reachable(from: [start]).contains(state)
  }

  /// Returns whether a record may be in a state that nobody saw it reach: one to which events lead from an initial
  /// state. Their conditions were those of records that are gone.
  func allowsArrival(in state: State) -> Bool { initial.isEmpty || reachable(from: initial).contains(state) }

  /// Returns whether events lead to a record's state, the last of them with its condition met. The conditions of
  /// earlier events were about records that are gone.
  func allowsPath(from start: State, of record: Record) -> Bool {
    let state = record[keyPath: column]
    if state == start { return true }
    let passed = reachable(from: [start])
    return events.contains { event in
      event.target == state && event.isAllowed(record) && event.sources.contains(where: passed.contains)
    }
  }

  /// The states that some states lead to, with these.
  private func reachable(from starts: [State]) -> Set<State> {
    var (found, open) = (Set(starts), starts)
    while let state = open.popLast() {
      for event in events where event.sources.contains(state) && found.insert(event.target).inserted {
        open.append(event.target)
      }
    }
    return found
  }

  /// The machine as a state diagram in the language of Mermaid, which many viewers of Markdown draw.
  public var diagram: String {
    var numbers: [State: Int] = [:]
    var lines = ["stateDiagram-v2"]
    func name(_ state: State) -> String {
      if let number = numbers[state] { return "s\(number)" }
      numbers[state] = numbers.count
      // In quotes, only these two end a label.
      let label = "\(state.attribute)".map { $0 == "\"" ? "'" : $0.isNewline ? " " : $0 }
      lines.append("  state \"\(String(label))\" as s\(numbers.count - 1)")
      return "s\(numbers.count - 1)"
    }
    var arrows = initial.map { "  [*] --> \(name($0))" }
    for event in events {
      for source in event.sources { arrows.append("  \(name(source)) --> \(name(event.target)) : \(event.label)") }
    }
    return (lines + arrows).joined(separator: "\n")
  }
}

/// An event that leads a record from some states to another one; see ``StateMachine``.
public struct StateEvent<Record: Model, State: ColumnValue>: Sendable {
  /// The name of the event.
  public let name: String
  /// The states in which it is possible.
  package let sources: [State]
  /// The state to which it leads.
  package let target: State
  /// The condition on the record; nil when there is none.
  private let condition: (@Sendable (Record) -> Bool)?

  /// Creates an event.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - sources: The states in which it is possible.
  ///   - target: The state to which it leads.
  ///   - isAllowed: Returns whether it is possible for a record; nil for all records. A rule calls it with the record
  ///     as it will be saved. It must not write.
  public init(
    _ name: String, from sources: State..., to target: State, if isAllowed: (@Sendable (Record) -> Bool)? = nil
  ) {
    (self.name, self.sources, self.target, condition) = (name, sources, target, isAllowed)
  }

  func isAllowed(_ record: Record) -> Bool { condition?(record) ?? true }

  func isPossible(in state: State, for record: Record) -> Bool { sources.contains(state) && isAllowed(record) }

  /// The name in a diagram, where a colon or a line break would end it.
  fileprivate var label: String {
    String(name.map { $0.isNewline || $0 == ":" || $0 == ";" ? " " : $0 }) + (condition == nil ? "" : " [if]")
  }
}

/// Why an event of a ``StateMachine`` is refused.
@nonexhaustive
public enum StateError: DescribedError, Hashable {
  /// There is no event with the name.
  case noEvent(model: String, event: String)
  /// The event does not begin in the state of the record.
  case notPossible(model: String, event: String, id: String)
  /// The event's condition is not met by the record.
  case refused(model: String, event: String, id: String)

  /// What was refused, for which record, and why.
  public var description: String {
    switch self {
    case .noEvent(let model, let event): "\(model) has no event \(event): declare it in the state machine."
    case .notPossible(let model, let event, let id):
      "The event \(event) is not possible for \(model) \(id), because it does not begin in the record's state."
    case .refused(let model, let event, let id):
      "The event \(event) is refused for \(model) \(id), because the record does not meet its condition."
    }
  }
}
