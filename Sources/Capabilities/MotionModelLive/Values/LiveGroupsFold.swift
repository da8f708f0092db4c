import MotionModel

/// Keeps an aggregate of each group of a finder's records true.
struct LiveGroupsFold<Key: Hashable & Sendable, Result: Sendable>: LiveFold {
  /// The records with one key. Its variables are used under the lock of the source.
  private final class Group: @unchecked Sendable {
    let key: Key
    /// The number of a record whose key does not equal itself, as NaN, so that it is a group of its own; nil for
    /// others.
    let number: Int?
    let tally: LiveAccumulator<Result>
    /// The result that is shown; nil while there was no record.
    var result: Result?
    /// Whether its records changed since the result was computed.
    var isTouched = false

    init(_ key: Key, _ number: Int?, _ tally: LiveAccumulator<Result>) {
      (self.key, self.number, self.tally) = (key, number, tally)
    }

    var id: ID { ID(key: number == nil ? key : nil, number: number) }
  }

  struct ID: Hashable, Sendable {
    let key: Key?
    let number: Int?
  }

  /// The result of a group before and after a change; nil where there was no such group.
  struct Step: Sendable {
    let id: ID
    let key: Key
    let old: Result?
    var new: Result?
  }

  typealias Delta = [Step]

  private let aggregate: ReversibleAggregate<Result>
  private let key: @Sendable (Row) -> Key
  /// Reads the rows that a store has now, with their keys, and returns the number of the last commit.
  private let readCommitted: @Sendable ((Key, Row) -> Void) -> Int
  private let groupObstacle: String?
  private var feed: LiveFeed
  private var groups: [Key: Group] = [:]
  /// The groups whose keys do not equal themselves, by the numbers of their records.
  private var alone: [Int: Group] = [:]
  /// The results of the groups whose keys equal themselves.
  private var results: [Key: Result] = [:]
  /// The groups whose records changed since results were last computed.
  private var touched: [Group] = []
  /// Why some results are not shown: their type cannot hold them.
  private var overflows: [ID: SumOverflow] = [:]

  init<Record: Model>(_ finder: GroupedFinder<Record, Key>, _ aggregate: Aggregate<Record, Result>)
  where Record.Adapter == ArrayAdapter {
    (self.aggregate, key, groupObstacle) = (aggregate.reversible(), finder.key, finder.liveObstacle)
    let source = finder.with(aggregate.source(finder.finder))
    feed = LiveFeed(source.finder.liveQuery)
    readCommitted = { source.forEachCommittedRow($0) }
  }

  var obstacle: String? { feed.query.obstacle ?? groupObstacle ?? aggregate.obstacle }
  var interests: LiveInterests { obstacle == nil ? feed.query.interests : .any }

  var value: [Key: Result] {
    if let overflow = overflows.values.first { fatalError(overflow.sentence) }
    return shown
  }

  var shown: [Key: Result] {
    if alone.isEmpty { return results }
    return alone.values.reduce(into: results) { $0[$1.key] = $1.result }
  }

  // MARK: - Following changes

  private mutating func removeAll() { (groups, alone, results, touched, overflows) = ([:], [:], [:], [], [:]) }

  mutating func read(in tables: LiveTables) {
    removeAll()
    var feed = feed
    feed.read(in: tables) { touch($0).add($0.row) }
    self.feed = feed
    settle()
  }

  mutating func take(_ parts: [LivePart], of commit: LiveCommit, isFollowed: Bool) -> Delta? {
    var feed = feed
    let isTaken = feed.take(parts, of: commit) { change in
      if let old = change.old { touch(old).remove(old.row) }
      if let new = change.new { touch(new).add(new.row) }
    }
    self.feed = feed
    if isTaken && isFollowed { return update() }
    if isTaken {
      // Groups without records wait, too: there must not be too many.
      if touched.count > 64 + results.count { settle() }
      return nil
    }
    let old = self
    read(in: commit.tables)
    return difference(from: old)
  }

  mutating func settle() { if !touched.isEmpty { _ = update() } }

  /// Returns what counts the records of a row's group.
  private mutating func touch(_ row: LiveReference) -> LiveAccumulator<Result> { touch(key(row.row), row.place) }

  /// Returns what counts the records of a group.
  ///
  /// - Parameter number: The number of the record, in case that its key does not equal itself.
  private mutating func touch(_ key: Key, _ number: Int) -> LiveAccumulator<Result> {
    let group = groups[key] ?? (key == key ? nil : alone[number]) ?? makeGroup(key, number)
    if !group.isTouched {
      group.isTouched = true
      touched.append(group)
    }
    return group.tally
  }

  private mutating func makeGroup(_ key: Key, _ number: Int) -> Group {
    let group = Group(key, key == key ? nil : number, LiveAccumulator(aggregate))
    if group.number == nil { groups[key] = group } else { alone[number] = group }
    return group
  }

  /// Computes the results of the groups that were touched.
  ///
  /// - Returns: Those that changed; nil when none did.
  private mutating func update() -> Delta? {
    var delta: Delta = []
    defer { touched.removeAll(keepingCapacity: touched.count < 64) }
    for group in touched {
      group.isTouched = false
      let old = group.result
      guard let new = result(of: group) else { continue }
      if new == nil { remove(group) }
      if isSame(old, new) { continue }
      group.result = new
      if group.number == nil { results[group.key] = new }
      delta.append(Step(id: group.id, key: group.key, old: old, new: new))
    }
    return delta.isEmpty ? nil : delta
  }

  /// Returns the result of a group, which is nil if it has no records; nil if the result's type cannot hold it.
  private mutating func result(of group: Group) -> Result?? {
    do throws(SumOverflow) {
      var new: Result?
      if group.tally.count > 0 { new = try group.tally.result() }
      if !overflows.isEmpty { overflows[group.id] = nil }
      return .some(new)
    } catch {
      overflows[group.id] = error
      return nil
    }
  }

  private mutating func remove(_ group: Group) {
    if let number = group.number { alone[number] = nil } else { groups[group.key] = nil }
  }

  // MARK: - Differences

  func again(in store: Store) -> (fold: Self, commit: Int) {
    var (fold, number) = (self, 0)
    fold.removeAll()
    let commit = readCommitted { key, row in
      fold.touch(key, number).add(row)
      number += 1
    }
    fold.settle()
    // Where the new result is not shown, the last one that was notified stays.
    for case let key? in fold.overflows.keys.map(\.key) {
      guard let old = groups[key]?.result else { continue }
      fold.groups[key]?.result = old
      fold.results[key] = old
    }
    return (fold, commit)
  }

  func difference(from old: Self) -> Delta? {
    composed(
      old.all.map { Step(id: $0.id, key: $0.key, old: $0.result, new: nil) },
      all.map { Step(id: $0.id, key: $0.key, old: nil, new: $0.result) })
  }

  private var all: [Group] { Array(groups.values) + alone.values }

  func composed(_ first: Delta, _ second: Delta) -> Delta? {
    var delta = first
    let places = Dictionary(uniqueKeysWithValues: zip(first.lazy.map(\.id), 0...))
    for step in second {
      if let place = places[step.id] { delta[place].new = step.new } else { delta.append(step) }
    }
    delta.removeAll { isSame($0.old, $0.new) }
    return delta.isEmpty ? nil : delta
  }

  private func isSame(_ first: Result?, _ second: Result?) -> Bool {
    switch (first, second) {
    case (nil, nil): true
    case (let first?, let second?): aggregate.isSame(first, second)
    default: false
    }
  }

  static func change(_ delta: Delta, _ span: CommitSpan, by _: Void) -> LiveGroupsChange<Key, Result>? {
    var (insertions, deletions, updates) = ([Key: Result](), [Key: Result](), [Key: (before: Result, after: Result)]())
    for group in delta {
      switch (group.old, group.new) {
      case (nil, let new?): insertions[group.key] = new
      case (let old?, nil): deletions[group.key] = old
      case (let old?, let new?): updates[group.key] = (old, new)
      case (nil, nil): break
      }
    }
    return LiveGroupsChange(
      insertions: insertions, deletions: deletions, updates: updates, commits: span.commits, metadata: span.metadata
    )
  }
}
