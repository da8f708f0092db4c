public import MotionModel

/// The value of a key, kept true by each commit: the key's default while none is stored.
///
/// ```swift
/// let settings = store.live(.settings)
/// settings.value.theme
/// let observation = settings.onChange { change in apply(change.after) }
/// ```
///
/// See ``LiveValue``. A stored value that cannot be decoded is shown as the default, with a warning.
public typealias LiveKey<Value: Codable & Sendable> = LiveValue<Value, LiveValueUpdate<Value>>

/// Keeps the record of a key true, and decodes its value where no lock is held: decoding runs code of the program.
final class LiveKeySource<Value: Codable & Sendable>: LiveValueSource {
  private let key: Key<Value>
  private let record: LiveFoldSource<LiveKeyFold<Value>>

  init(_ key: Key<Value>, in store: Store) { (self.key, record) = (key, LiveFoldSource(LiveKeyFold(key), in: store)) }

  var obstacle: String? { record.obstacle }

  func value(in store: Store) -> Value { store.using { key.readableValue(in: record.value(in: store)) } }

  func begin(
    _ mode: LiveDelivery<LiveValueUpdate<Value>>.Mode, in store: Store
  ) -> (Value, LiveFollowing<LiveValueUpdate<Value>>) {
    let (record, following) = record.begin(mode, in: store)
    return (store.using { key.readableValue(in: record) }, following)
  }

  func follow(
    _ mode: LiveDelivery<LiveValueUpdate<Value>>.Mode, in store: Store
  ) -> LiveFollowing<LiveValueUpdate<Value>> {
    record.follow(mode, in: store)
  }

  func watch(_ changed: @escaping @Sendable () -> Void, in store: Store) -> @Sendable () -> Void {
    record.watch(changed, in: store)
  }

  func close(in store: Store) { record.close(in: store) }
}

/// The record of a key: that of its name or, while there is none, of a former one.
struct LiveKeyFold<KeyValue: Codable & Sendable>: LiveFold {
  private let key: Key<KeyValue>
  /// Those of the key's names.
  private var records: [LiveRecordFold<KeyedValue>]

  struct Delta: Sendable {
    let key: Key<KeyValue>
    let records: LiveRecordFold<KeyedValue>.Delta
  }

  init(_ key: Key<KeyValue>) { (self.key, records) = (key, key.names.map { LiveRecordFold($0) }) }

  var interests: LiveInterests {
    LiveInterests(records[0].interests.first, records.dropFirst().map(\.interests.first))
  }
  var obstacle: String? { nil }
  var value: KeyedValue? { records.lazy.compactMap(\.value).first }

  mutating func read(in tables: LiveTables) { for index in records.indices { records[index].read(in: tables) } }

  mutating func take(_ parts: [LivePart], of commit: LiveCommit, isFollowed: Bool) -> Delta? {
    let old = self
    for index in records.indices { _ = records[index].take(parts, of: commit, isFollowed: isFollowed) }
    return difference(from: old)
  }

  func again(in store: Store) -> (fold: Self, commit: Int) { (self, 0) }

  func difference(from old: Self) -> Delta? { delta(LiveRecordFold.step(old.value, value)) }

  func composed(_ first: Delta, _ second: Delta) -> Delta? { delta(records[0].composed(first.records, second.records)) }

  private func delta(_ records: LiveRecordFold<KeyedValue>.Delta?) -> Delta? {
    records.map { Delta(key: key, records: $0) }
  }

  static func change(_ delta: Delta, _ span: CommitSpan) -> LiveValueUpdate<KeyValue>? {
    let before = delta.key.readableValue(in: delta.records.old)
    let after = delta.key.readableValue(in: delta.records.new)
    // The default may have been stored, or a stored default removed.
    if Key<KeyValue>.areEqual(before, after) { return nil }
    return LiveValueUpdate(before, after, span)
  }
}

extension Store {
  /// Returns the value of a key, kept true by each commit: the key's default while none is stored.
  ///
  /// It shows the committed value; inside a transaction of the store, without its writes.
  ///
  /// - Complexity: O(1), for each commit that changes the value, too; reading it decodes it. Other commits cost
  ///   nothing.
  public func live<Value>(_ key: Key<Value>) -> LiveKey<Value> {
    LiveValue(LiveKeySource(key, in: self), in: self)
  }
}
