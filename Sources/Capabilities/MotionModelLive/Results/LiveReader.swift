import MotionModel

/// What a reader of a live result receives: two versions, and the difference between them.
struct LiveDelta: Sendable {
  let before: LiveVersion
  let after: LiveVersion
  let difference: LiveDifference
  let metadata: ChangesetMetadata
}

/// A reader of the changes of a live result. Each time it receives all changes since the last time as one.
final class LiveReader: Sendable {
  typealias Delivery = LiveDelivery<LiveDelta>.Mode

  private let delivery: LiveDelivery<LiveDelta>
  private let state: Locked<(version: LiveVersion, place: Int)>

  init(_ mode: Delivery, at version: LiveVersion, _ place: Int) {
    (delivery, state) = (LiveDelivery(mode), Locked((version, place)))
  }

  /// Notifies the reader that the result changed.
  func tell(of source: LiveSource, in store: Store) { delivery.tell(in: store) { self.next(of: source, in: store) } }

  /// Returns all changes since the last call; nil when there are none. One thread at a time may call it.
  func next(of source: LiveSource, in store: Store) -> LiveDelta? {
    let (before, place) = state.withLock { $0 }
    let delta = source.delta(for: self, at: place, in: store)
    state.withLock { $0 = (delta.version, delta.place) }
    let difference = LiveDifference(from: before, to: delta.version, delta.touches, source.query)
    if difference.isEmpty { return nil }
    return LiveDelta(before: before, after: delta.version, difference: difference, metadata: delta.metadata)
  }

  /// Ends the reader: no call of its handler begins afterwards.
  func end() { delivery.end() }

  /// The reader as one of those who follow a source.
  func following(_ source: LiveSource, in store: Store) -> LiveFollowing<LiveDelta> {
    LiveFollowing(delivery: delivery) {
      self.next(of: source, in: store)
    } end: {
      self.end()
      source.remove(self)
    } again: { mode in
      let (version, place) = self.state.withLock { $0 }
      return source.follow(mode, from: version, place, in: store)
    }
  }
}

extension LiveDifference {
  /// Finds the difference from what was touched; from all rows if that is not known.
  ///
  /// - Parameter isReadAgain: Whether the rows were read again, so that not even unchanged ones need have kept their
  ///   order.
  init(
    from before: LiveVersion, to after: LiveVersion, _ touches: [RowTransition]?, _ query: LiveQuery,
    isReadAgain: Bool = false
  ) {
    if let touches, touches.count <= before.rows.count + after.rows.count + 16 {
      self.init(from: before, to: after, RowTransition.composed(touches[...], query), query) {
        before.rows.index(of: $0.reference, in: query.order)
      } newIndex: {
        after.rows.index(of: $0.reference, in: query.order)
      }
      return
    }
    let (old, new) = (before.indexes, after.indexes)
    let touched =
      query.obstacle == nil && !isReadAgain
      ? RowTransition.between(before.rows, after.rows, query) : RowTransition.all(before.rows, after.rows, query)
    self.init(from: before, to: after, touched, query) {
      old[ObjectIdentifier($0)]
    } newIndex: {
      new[ObjectIdentifier($0)]
    }
  }
}
