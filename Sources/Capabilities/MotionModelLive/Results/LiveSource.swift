import MotionModel

/// Maintains the rows of a live result, for code that does not know the model: it follows the commits of the store, and
/// notifies its readers of changes.
///
/// Its lock is held for a moment only: to take a commit, and to hand out a version. Differences are found, and readers
/// are notified, outside of it.
final class LiveSource: LiveView {
  fileprivate struct State: Sendable {
    var window: LiveWindow
    /// The number of the last commit that the rows take into account.
    var commit = -1
    /// The number of the last commit that may have changed the answer.
    var latest = 0
    var metadata = ChangesetMetadata()
    var readers: [(reader: LiveReader, place: Int)] = []
    /// The touches that not all readers have received.
    var touches: [RowTransition] = []
    /// How many touches were discarded before these.
    var forgotten = 0
    var isEnded = false
    /// How many rows the table had when ranks were computed last, and how many were written since that concern them
    /// slightly.
    var ranked = (rows: 0, drift: 0)
  }

  let query: LiveQuery
  let route = LiveRoute()
  private let state: Locked<State>

  init(_ query: LiveQuery) {
    self.query = query
    state = Locked(State(window: LiveWindow(query)))
  }

  /// Begins to follow a store.
  func open(in store: Store) {
    store.open(self, query.interests) { tables, number in
      state.withLock { state in
        state.latest = number
        if query.obstacle != nil { return }
        state.commit = number
        state.window.read(in: tables)
      }
    }
  }

  // MARK: - Commits

  func take(_ parts: [LivePart], of commit: LiveCommit) -> Bool {
    state.withLock { state in
      if state.keepsRanks(parts, query) { return false }
      state.latest = commit.number
      if query.obstacle == nil {
        if !state.follow(parts, of: commit) { return false }
        state.commit = commit.number
      }
      state.metadata = commit.metadata
      return !state.readers.isEmpty
    }
  }

  func tell(in store: Store) {
    for (reader, _) in state.withLock({ $0.readers }) { reader.tell(of: self, in: store) }
  }

  func end() {
    let readers = state.withLock { state in
      state.isEnded = true
      return state.readers
    }
    for (reader, _) in readers { reader.end() }
  }

  // MARK: - Readers

  /// The present version, and the number of touches until then.
  func version(in store: Store) -> (LiveVersion, place: Int) {
    refresh(from: store)
    return state.withLock { ($0.version, $0.place) }
  }

  /// Adds a reader that has received a number of touches.
  ///
  /// - Returns: Whether there are changes that the reader has not received.
  func add(_ reader: LiveReader, at place: Int) -> Bool {
    state.withLock { state in
      if state.isEnded { reader.end() } else { state.readers.append((reader, place)) }
      return place < state.place || state.commit < state.latest
    }
  }

  /// Begins to follow the changes to a version.
  func follow(_ mode: LiveReader.Delivery, from version: LiveVersion, _ place: Int, in store: Store)
    -> LiveFollowing<LiveDelta>
  {
    let reader = LiveReader(mode, at: version, place)
    if add(reader, at: place) { reader.tell(of: self, in: store) }
    return reader.following(self, in: store)
  }

  /// Calls a closure when the version may have changed.
  ///
  /// - Returns: What ends it.
  func watch(_ changed: @escaping @Sendable () -> Void, in store: Store) -> @Sendable () -> Void {
    let (version, _) = version(in: store)
    // What was touched is not read, so it need not be kept.
    return follow(.signal(changed), from: version, .max, in: store).end
  }

  func remove(_ reader: LiveReader) {
    // NB: The reader is freed outside the lock, because its handler may hold the last reference to anything.
    let removed = state.withLock { state in
      let removed = state.readers.firstIndex { $0.reader === reader }.map { state.readers.remove(at: $0) }
      state.trim()
      return removed
    }
    withExtendedLifetime(removed) {}
  }

  /// What a reader receives.
  struct Delta {
    let version: LiveVersion
    let place: Int
    /// The touches since the reader was last notified; nil when they are not known.
    let touches: [RowTransition]?
    let metadata: ChangesetMetadata
  }

  /// Returns the present version, and the touches since a reader was last notified.
  func delta(for reader: LiveReader, at place: Int, in store: Store) -> Delta {
    refresh(from: store)
    return state.withLock { state in
      let touches = state.touches(since: place)
      if let index = state.readers.firstIndex(where: { $0.reader === reader }) {
        state.readers[index].place = state.place
        state.trim()
      }
      return Delta(version: state.version, place: state.place, touches: touches, metadata: state.metadata)
    }
  }

  // MARK: - Queries that are run again

  /// Runs a query again that cannot follow changes, if there were any. It runs outside all locks, because the query may
  /// run any code.
  private func refresh(from store: Store) {
    if query.obstacle == nil { return }
    guard let old = state.withLock({ $0.commit < $0.latest ? $0.window.rows : nil }) else { return }
    let (rows, commit, tableCount) = query.rows(of: store, sharing: Array(old[0..<old.count]))
    state.withLock { state in
      if commit <= state.commit { return }
      (state.commit, state.latest) = (commit, max(commit, state.latest))
      state.ranked = (tableCount, 0)
      state.window.replace(rows)
      state.forget(1)
    }
  }
}

extension LiveSource.State {
  fileprivate var version: LiveVersion { LiveVersion(rows: window.rows, shown: window.shown, commit: commit) }

  /// How many touches there were.
  fileprivate var place: Int { forgotten + touches.count }

  /// Whether a query with ranks need not be run again because of a commit.
  fileprivate mutating func keepsRanks(_ parts: [LivePart], _ query: LiveQuery) -> Bool {
    // NB: If it has to be run anyway, a commit that comes while it runs is not counted.
    guard query.obstacle != nil, commit == latest,
      let drift = query.rankDrift(parts, since: ranked.rows, ranked.drift)
    else { return false }
    ranked.drift += drift
    return true
  }

  /// Takes changes into account.
  ///
  /// - Returns: Whether the held rows changed.
  fileprivate mutating func follow(_ parts: [LivePart], of commit: LiveCommit) -> Bool {
    var touched: [RowTransition] = []
    guard window.take(parts, of: commit, &touched) else {
      window.read(in: commit.tables)
      forget(1)
      return true
    }
    let isNoting = readers.contains { $0.place < .max }
    if !isNoting || touches.count + touched.count > max(1024, window.rows.count) {
      forget(touched.count)
    } else {
      touches += touched
    }
    return !touched.isEmpty
  }

  fileprivate func touches(since place: Int) -> [RowTransition]? {
    // NB: A copy: `Array` of a slice that is whole shares its memory, to which touches are appended once the reader has
    // released it. The thread sanitizer does not see that it has, and reports a race.
    place < forgotten ? nil : touches[(place - forgotten)...].map { $0 }
  }

  /// Forgets all touches, and some more that are not noted: readers then have to compare all rows.
  fileprivate mutating func forget(_ more: Int) {
    forgotten = place + more
    touches.removeAll()
  }

  /// Discards the touches that all readers have received.
  fileprivate mutating func trim() {
    // The place of a reader that needs no touches is above all others.
    let told = min(readers.map(\.place).min() ?? place, place) - forgotten
    if told <= 0 { return }
    touches.removeFirst(told)
    forgotten += told
  }
}
