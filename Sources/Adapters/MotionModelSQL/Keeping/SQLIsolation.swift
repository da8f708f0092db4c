/// How far transactions that run at the same time see each other.
public enum SQLIsolation: Sendable, Hashable, CaseIterable {
  /// Each statement sees what was committed before it. Rules over several records, sums of what was read and ids that
  /// follow from others do not hold between processes.
  case readCommitted
  /// All reads of a transaction see one state. A record that others have changed since cannot be changed; rules over
  /// several records do not hold between processes.
  case repeatableRead
  /// The outcome is that of transactions one after the other: all that is promised within one process holds between
  /// processes that have this isolation, too.
  case serializable
}
