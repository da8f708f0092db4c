import MotionModel

/// Follows a live source, and hands out what its changes mean for a value that is made of it.
final class LiveRelay<Change: Sendable>: Sendable {
  typealias Follow = @Sendable (LiveDelivery<LiveDelta>.Mode) -> LiveFollowing<LiveDelta>

  private let delivery: LiveDelivery<Change>
  private let store: Store
  /// Returns what a change of the source means; nil when it means nothing.
  private let convert: @Sendable (LiveDelta) -> Change?
  private let source: Locked<LiveFollowing<LiveDelta>?> = Locked(nil)

  private init(
    _ mode: LiveDelivery<Change>.Mode, in store: Store, _ convert: @escaping @Sendable (LiveDelta) -> Change?
  ) {
    (delivery, self.store, self.convert) = (LiveDelivery(mode), store, convert)
  }

  /// Begins to follow.
  ///
  /// - Parameter follow: Begins to follow the source.
  static func begin(
    _ mode: LiveDelivery<Change>.Mode, in store: Store, _ convert: @escaping @Sendable (LiveDelta) -> Change?,
    _ follow: Follow
  ) -> LiveFollowing<Change> {
    let relay = LiveRelay(mode, in: store, convert)
    let source = follow(.signal { [weak relay] in relay?.tell() })
    relay.source.withLock { $0 = source }
    // A change before the line above could not be read.
    relay.tell()
    return LiveFollowing(delivery: relay.delivery) {
      relay.next()
    } end: {
      relay.delivery.end()
      source.end()
    } again: { mode in
      begin(mode, in: store, convert, source.again)
    }
  }

  private func tell() {
    guard let source = source.withLock({ $0 }) else { return }
    if source.delivery.isEnded { return delivery.end() }
    delivery.tell(in: store) { self.next() }
  }

  private func next() -> Change? { source.withLock { $0 }?.next().flatMap(convert) }
}
