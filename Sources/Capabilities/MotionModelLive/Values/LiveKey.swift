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

/// The record of a key: that of its name or, while there is none, of a former one. Its value is decoded where no lock
/// is held: decoding runs code of the program.
struct LiveKeyFold<KeyValue: Codable & Sendable>: LiveFold {
  typealias Delta = LiveRecordFold<KeyedValue>.Delta

  let recipe: Key<KeyValue>
  /// Those of the key's names.
  private var records: [LiveRecordFold<KeyedValue>]

  init(_ key: Key<KeyValue>) { (recipe, records) = (key, key.names.map { LiveRecordFold($0) }) }

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

  func difference(from old: Self) -> Delta? { LiveRecordFold.step(old.value, value) }

  func composed(_ first: Delta, _ second: Delta) -> Delta? { records[0].composed(first, second) }

  static func presented(_ value: KeyedValue?, by key: Key<KeyValue>, in store: Store) -> KeyValue {
    store.using { key.readableValue(in: value) }
  }

  static func change(_ delta: Delta, _ span: CommitSpan, by key: Key<KeyValue>) -> LiveValueUpdate<KeyValue>? {
    let (before, after) = (key.readableValue(in: delta.old), key.readableValue(in: delta.new))
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
    LiveValue(LiveFoldSource(LiveKeyFold(key), in: self), in: self)
  }
}
