import MotionModel

/// A source that computes its value by a fold.
///
/// Its lock is held for a moment only. Changes are made of differences, and notified, outside of it.
final class LiveFoldSource<Fold: LiveFold>: LiveView, LiveValueSource {
  /// Its variables are used under the lock of the source.
  private final class Reader: @unchecked Sendable {
    let delivery: LiveDelivery<Fold.Change>
    /// The difference that the reader has not received yet.
    var delta: Fold.Delta?
    /// The number of the last commit that the reader knows.
    var commit: Int
    /// Whether it reads what changed.
    let reads: Bool

    init(_ mode: LiveDelivery<Fold.Change>.Mode, _ delta: Fold.Delta?, _ commit: Int, reads: Bool = true) {
      (delivery, self.delta, self.commit, self.reads) = (LiveDelivery(mode), delta, commit, reads)
    }
  }

  private struct State: Sendable {
    var fold: Fold
    /// The number of the last commit that the value takes into account.
    var commit = -1
    /// The number of the last commit that may have changed the value.
    var latest = 0
    var metadata = Changeset.Metadata()
    var readers: [Reader] = []
    var isEnded = false

    /// Notes a difference for all readers.
    func note(_ delta: Fold.Delta) {
      for reader in readers where reader.reads {
        // Taken out, so that what it holds is changed in place.
        guard let first = reader.delta.take() else {
          reader.delta = delta
          continue
        }
        reader.delta = fold.composed(first, delta)
      }
    }

    /// Returns the difference that a reader has not received yet, and marks it as received.
    func take(for reader: Reader) -> (delta: Fold.Delta, span: CommitSpan)? {
      guard let delta = reader.delta else { return nil }
      let span = CommitSpan(after: reader.commit, to: commit, metadata)
      (reader.delta, reader.commit) = (nil, commit)
      return (delta, span)
    }
  }

  let obstacle: String?
  let recipe: Fold.Recipe
  let route = LiveRoute()
  private let state: Locked<State>

  /// Creates a source, and begins to follow a store.
  init(_ fold: Fold, in store: Store) {
    (obstacle, recipe) = (fold.obstacle, fold.recipe)
    state = Locked(State(fold: fold))
    store.open(self, fold.interests) { tables, number in
      state.withLock { state in
        state.latest = number
        if obstacle != nil { return }
        state.commit = number
        state.fold.read(in: tables)
      }
    }
  }

  func close(in store: Store) { store.close(self) }

  // MARK: - Commits

  func take(_ parts: [LivePart], of commit: LiveCommit) -> Bool {
    state.withLock { state in
      // NB: If it has to be recomputed anyway, a commit that comes meanwhile is not counted.
      if obstacle != nil && state.commit == state.latest && state.fold.isKept(by: parts) { return false }
      state.latest = commit.number
      if obstacle == nil {
        guard let delta = state.fold.take(parts, of: commit, isFollowed: !state.readers.isEmpty) else { return false }
        state.commit = commit.number
        state.note(delta)
      }
      state.metadata = commit.metadata
      return !state.readers.isEmpty
    }
  }

  func tell(in store: Store) {
    for reader in state.withLock({ $0.readers }) { tell(reader, in: store) }
  }

  private func tell(_ reader: Reader, in store: Store) {
    reader.delivery.tell(in: store) { self.next(for: reader, in: store) }
  }

  func end() {
    let readers = state.withLock { state in
      state.isEnded = true
      return state.readers
    }
    for reader in readers { reader.delivery.end() }
  }

  // MARK: - Reading

  func value(in store: Store) -> Fold.Presented {
    refresh(from: store)
    let value = state.withLock { state in
      state.fold.settle()
      return state.fold.value
    }
    return Fold.presented(value, by: recipe, in: store)
  }

  func begin(_ mode: LiveDelivery<Fold.Change>.Mode, in store: Store) -> (Fold.Presented, LiveFollowing<Fold.Change>) {
    let (value, following) = begin(mode, like: nil, in: store)
    return (Fold.presented(value, by: recipe, in: store), following)
  }

  func follow(_ mode: LiveDelivery<Fold.Change>.Mode, in store: Store) -> LiveFollowing<Fold.Change> {
    begin(mode, like: nil, in: store).1
  }

  /// Begins to follow the value as it is now, or as it was for another reader.
  private func begin(_ mode: LiveDelivery<Fold.Change>.Mode, like other: Reader?, in store: Store)
    -> (Fold.Value, LiveFollowing<Fold.Change>)
  {
    refresh(from: store)
    let (value, reader, isBehind) = state.withLock { state in
      state.fold.settle()
      let model = state.readers.first { $0 === other }
      // A value that follows changes takes all commits into account that the source was shown.
      let last = obstacle == nil ? max(state.commit, state.latest) : state.commit
      let reader = Reader(mode, model?.delta, model?.commit ?? last)
      if state.isEnded { reader.delivery.end() }
      state.readers.append(reader)
      return (state.fold.shown, reader, reader.delta != nil || state.commit < state.latest)
    }
    if isBehind { tell(reader, in: store) }
    let following = LiveFollowing(delivery: reader.delivery) {
      self.next(for: reader, in: store)
    } end: {
      reader.delivery.end()
      self.remove(reader)
    } again: { mode in
      self.begin(mode, like: reader, in: store).1
    }
    return (value, following)
  }

  func watch(_ changed: @escaping @Sendable () -> Void, in store: Store) -> @Sendable () -> Void {
    // Only a comparison shows whether a recomputed value has changed.
    if obstacle != nil && Fold.isComparedForWatchers { return follow(.thread { _ in changed() }, in: store).end }
    refresh(from: store)
    let reader = state.withLock { state in
      state.fold.settle()
      let reader = Reader(.signal(changed), nil, state.commit, reads: false)
      state.readers.append(reader)
      return reader
    }
    return { self.remove(reader) }
  }

  private func remove(_ reader: Reader) {
    // NB: The reader is freed outside the lock, because its handler may hold the last reference to anything.
    let removed = state.withLock { state in
      state.readers.firstIndex { $0 === reader }.map { state.readers.remove(at: $0) }
    }
    withExtendedLifetime(removed) {}
  }

  /// Returns all changes that a reader has not received yet; nil if there are none.
  private func next(for reader: Reader, in store: Store) -> Fold.Change? {
    refresh(from: store)
    let delta = state.withLock { state in state.take(for: reader) }
    return delta.flatMap { Fold.change($0.delta, $0.span, by: recipe) }
  }

  // MARK: - Values that are recomputed

  /// Recomputes a value that cannot follow changes, if there were any: outside all locks, because it may run any code.
  private func refresh(from store: Store) {
    if obstacle == nil { return }
    guard let old = state.withLock({ $0.commit < $0.latest ? $0.fold : nil }) else { return }
    let (fold, commit) = old.again(in: store)
    // NB: The old fold is freed outside the lock.
    let replaced = state.withLock { state -> Fold? in
      if commit <= state.commit { return nil }
      let delta = state.commit < 0 ? nil : fold.difference(from: state.fold)
      let replaced = state.fold
      (state.fold, state.commit, state.latest) = (fold, commit, max(commit, state.latest))
      if let delta { state.note(delta) }
      return replaced
    }
    withExtendedLifetime(replaced) {}
  }
}
