public import MotionModel

/// A rule that a column changes only as a state machine, or a list of steps, allows.
///
/// ```swift
/// StateTransition(Order.lifecycle)
/// StateTransition(\.status, from: [.draft], [.draft: [.open, .cancelled], .open: [.closed, .cancelled]])
/// ```
///
/// 1. Each save makes no step or one that is allowed from the stored state. An event's condition is tested on the
///    record as it will be saved.
/// 2. At the end of a commit, however the records were written, the states before and after it are compared: several
///    steps may lead from the first to the second, and the condition of the last step is met. So `updateAll`,
///    `save(validate: false)`, merges and undo follow the rule too. Declare an event for each step back that may be
///    undone.
/// 3. A record that a commit creates may be in any state to which events lead from an initial one, whatever their
///    conditions: a file, an undone deletion or another store bring records that met these earlier and may have changed
///    since.
///
/// It reports ``RuleName/transition`` for the column. Deleting is not a transition. <doc:Validating#Changes> says what
/// counts as one record.
///
/// - Complexity: O(*e*) in the number of events for a save that changes the state, and for a commit O(*s* · *e*) for
///   each record whose state changed, in the numbers of states and events.
public struct StateTransition<Record: Validatable>: ValidationRule, BuiltInRule {
  let rules: Validations<Record>

  /// Creates the rule from a state machine.
  public init<State: ColumnValue>(_ machine: StateMachine<Record, State>) {
    let (column, initial) = (machine.column, machine.initial)
    let field = Field<Record>(column, of: "StateTransition")
    let saving = Check<Record>(
      .transition, [field],
      .record(nil) { record, situation in
        let state = record[keyPath: column]
        guard let stored = try situation.stored(record) else {
          return initial.isEmpty || initial.contains(state) ? [] : [.broken]
        }
        let before = stored[keyPath: column]
        return before == state || machine.allows(before, to: state, of: record) ? [] : [.broken]
      })
    let committing = Check<Record>(
      .transition, [field],
      .change { change, _ in
        guard let new = change.new else { return [] }
        guard let old = change.old else { return machine.allowsArrival(in: new[keyPath: column]) ? [] : [.broken] }
        return machine.allowsPath(from: old[keyPath: column], of: new) ? [] : [.broken]
      })
    rules = Validations([saving, committing])
  }

  /// Creates the rule from the steps that are allowed.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - initial: The states in which a record may be created; empty if it may be any.
  ///   - steps: For each state, the states that may follow. A state that is not listed is final.
  public init<State: ColumnValue>(
    _ column: any WritableKeyPath<Record, State> & Sendable, from initial: [State] = [], _ steps: [State: [State]]
  ) {
    let events = steps.flatMap { source, targets in
      targets.map { StateEvent<Record, State>("", from: source, to: $0) }
    }
    self.init(StateMachine(column, initial: initial, events))
  }
}
