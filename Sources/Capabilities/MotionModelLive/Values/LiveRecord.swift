public import MotionModel

/// One record by its id, kept true by each commit; nil while there is none.
///
/// ```swift
/// let todo = Todo.live(7)
/// todo.value?.name
/// let observation = todo.onChange { change in print(change.columns()) }
/// ```
///
/// See ``LiveValue``.
public typealias LiveRecord<Record: Model> = LiveValue<Record?, LiveValueUpdate<Record?>>

extension LiveValueUpdate {
  /// Returns the names of the columns that changed in a ``LiveRecord``, in the order of the schema: all of them if the
  /// record came or went.
  ///
  /// - Complexity: O(*n*) in the number of columns.
  public func columns<Record: Model>() -> [String] where Value == Record? {
    LiveIdentity.columns(of: after, differingFrom: before)
  }
}

struct LiveRecordFold<Record: Model>: LiveFold {
  private let identity: LiveIdentity<Record>
  private(set) var value: Record?

  init(_ id: Record.ID) { identity = LiveIdentity(id) }

  var interests: LiveInterests { LiveInterests(identity.interest) }
  var obstacle: String? { nil }

  mutating func read(in tables: LiveTables) { value = identity.record(in: tables) }

  mutating func take(_ parts: [LivePart], of commit: LiveCommit, isFollowed: Bool) -> LiveStep<Record?>? {
    let old = value
    value = identity.record(after: parts, from: old)
    return difference(from: old)
  }

  func again(in store: Store) -> (fold: Self, commit: Int) { (self, 0) }

  func difference(from old: Self) -> LiveStep<Record?>? { difference(from: old.value) }

  private func difference(from old: Record?) -> LiveStep<Record?>? { Self.step(old, value) }

  func composed(_ first: LiveStep<Record?>, _ second: LiveStep<Record?>) -> LiveStep<Record?>? {
    Self.step(first.old, second.new)
  }

  static func step(_ old: Record?, _ new: Record?) -> LiveStep<Record?>? {
    LiveIdentity.isSame(old, new) ? nil : LiveStep(old, new)
  }

  static func change(_ delta: LiveStep<Record?>, _ span: CommitSpan, by _: Void) -> LiveValueUpdate<Record?>? {
    LiveValueUpdate(delta.old, delta.new, span)
  }
}

extension ModelTable where Record.Adapter == ArrayAdapter {
  /// Returns the record with an id, kept true by each commit: nil while there is none.
  ///
  /// It shows the committed record; inside a transaction of the store, without its writes. Otherwise it waits for
  /// writers.
  ///
  /// - Complexity: O(1), for each commit that changes the record, too. Other commits cost nothing.
  public func live(_ id: Record.ID) -> LiveRecord<Record> {
    LiveValue(LiveFoldSource(LiveRecordFold(id), in: store), in: store)
  }
}

extension Model where Adapter == ArrayAdapter {
  /// Returns the record with an id in the store in use, kept true by each commit: nil while there is none.
  public static func live(_ id: ID) -> LiveRecord<Self> { records.store.table(Self.self).live(id) }
}
