/// What a finder does at a record that another transaction of the database has locked.
public enum RecordLock: Sendable, Hashable {
  /// It waits until the other transaction ends.
  case wait
  /// It leaves the record out, as workers do that take jobs from one queue.
  case skip
  /// It throws an error.
  case refuse
}
