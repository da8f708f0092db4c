import MotionModel

/// Keeps an aggregate of each group of a finder's records true.
struct LiveGroupsFold<Key: Hashable & Sendable, Result: Sendable>: LiveFold {
  /// The key of a group, or a number for a record whose key does not equal itself, as NaN: it is a group of its own.
  enum ID: Hashable, Sendable {
    case key(Key)
    case alone(Int)

    init(_ key: Key, _ number: Int) { self = key == key ? .key(key) : .alone(number) }
  }

  private struct Group: Sendable {
    let key: Key
    /// Nil where results are not computed from changes.
    var tally: LiveTally<Result>?
    var result: Result
  }

  /// The results of some groups before and after a change; nil where there was no such group.
  typealias Delta = [ID: (key: Key, old: Result?, new: Result?)]

  private let aggregate: ReversibleAggregate<Result>
  private let key: @Sendable (UnsafeRawPointer) -> Key
  /// Computes all results.
  private let compute: @Sendable () -> (results: [Key: Result], commit: Int)
  private let groupObstacle: String?
  private var feed: LiveFeed
  private var groups: [ID: Group] = [:]
  /// The results of the groups whose keys equal themselves.
  private var results: [Key: Result] = [:]

  init<Record: Model>(_ finder: GroupedFinder<Record, Key>, _ aggregate: Aggregate<Record, Result>)
  where Record.Adapter == ArrayAdapter {
    (self.aggregate, key, groupObstacle) = (aggregate.reversible(), finder.key, finder.liveObstacle)
    feed = LiveFeed(finder.finder.liveAggregateQuery)
    compute = { finder.committedResults(of: aggregate) }
  }

  var obstacle: String? { feed.query.obstacle ?? groupObstacle ?? aggregate.obstacle }
  var interests: [LiveInterest] { obstacle == nil ? feed.query.interests : [.any] }

  var value: [Key: Result] {
    if results.count == groups.count { return results }
    return groups.values.reduce(into: [:]) { $0[$1.key] = $1.result }
  }

  // MARK: - Following changes

  mutating func read(in tables: LiveTables) {
    (groups, results) = ([:], [:])
    var touched: Delta = [:]
    var feed = feed
    feed.read(in: tables) { add($0, &touched) }
    self.feed = feed
    _ = update(touched)
  }

  mutating func take(_ parts: [LivePart], of commit: LiveCommit) -> Delta? {
    var touched: Delta = [:]
    var feed = feed
    let isTaken = feed.take(parts, of: commit) { change in
      if let old = change.old { remove(old, &touched) }
      if let new = change.new { add(new, &touched) }
    }
    self.feed = feed
    if isTaken { return update(touched) }
    let old = self
    read(in: commit.tables)
    return difference(from: old)
  }

  /// Adds a row, and notes the result that its group had before.
  private mutating func add(_ row: LiveReference, _ touched: inout Delta) {
    let key = key(row.address)
    let id = ID(key, row.place)
    note(id, key, &touched)
    if let tally = groups[id]?.tally { return tally.add(row) }
    let tally = LiveTally(aggregate)
    tally.add(row)
    groups[id] = Group(key: key, tally: tally, result: tally.result)
  }

  private mutating func remove(_ row: LiveReference, _ touched: inout Delta) {
    let key = key(row.address)
    let id = ID(key, row.place)
    note(id, key, &touched)
    groups[id]?.tally?.remove(row)
  }

  private func note(_ id: ID, _ key: Key, _ touched: inout Delta) {
    if touched[id] == nil { touched[id] = (key, groups[id]?.result, nil) }
  }

  /// Computes the results of the groups that were touched.
  ///
  /// - Returns: Those that changed; nil when none did.
  private mutating func update(_ touched: Delta) -> Delta? {
    var delta = touched
    for (id, group) in touched {
      let new = groups[id]?.tally.flatMap { $0.count > 0 ? $0.result : nil }
      if let new { groups[id]?.result = new } else { groups[id] = nil }
      if case .key(let key) = id { results[key] = new }
      delta[id] = isSame(group.old, new) ? nil : (group.key, group.old, new)
    }
    return delta.isEmpty ? nil : delta
  }

  // MARK: - Differences

  func again(in store: Store) -> (fold: Self, commit: Int) {
    let (results, commit) = compute()
    var fold = self
    fold.results = results
    fold.groups = [:]
    for (number, (key, result)) in results.enumerated() {
      fold.groups[ID(key, number)] = Group(key: key, result: result)
    }
    return (fold, commit)
  }

  func difference(from old: Self) -> Delta? {
    var delta: Delta = [:]
    for (id, group) in old.groups { delta[id] = (group.key, group.result, nil) }
    for (id, group) in groups {
      let old = delta[id]?.old
      delta[id] = isSame(old, group.result) ? nil : (group.key, old, group.result)
    }
    return delta.isEmpty ? nil : delta
  }

  func composed(_ first: Delta, _ second: Delta) -> Delta? {
    var delta = first
    for (id, group) in second {
      let old = first[id].map(\.old) ?? group.old
      delta[id] = isSame(old, group.new) ? nil : (group.key, old, group.new)
    }
    return delta.isEmpty ? nil : delta
  }

  private func isSame(_ first: Result?, _ second: Result?) -> Bool {
    switch (first, second) {
    case (nil, nil): true
    case (let first?, let second?): aggregate.isSame(first, second)
    default: false
    }
  }

  static func change(_ delta: Delta, _ moment: LiveMoment) -> LiveGroupsChange<Key, Result>? {
    var (insertions, deletions, updates) = ([Key: Result](), [Key: Result](), [Key: (before: Result, after: Result)]())
    for group in delta.values {
      switch (group.old, group.new) {
      case (nil, let new?): insertions[group.key] = new
      case (let old?, nil): deletions[group.key] = old
      case (let old?, let new?): updates[group.key] = (old, new)
      case (nil, nil): break
      }
    }
    return LiveGroupsChange(
      insertions: insertions, deletions: deletions, updates: updates, commits: moment.commits, metadata: moment.metadata
    )
  }
}
