import MotionModel

/// Keeps a live result or value that was opened for something, such as a finder, and opens another one when it is asked
/// for something else: what a view holds, which is made anew again and again for what is mostly the same.
final class LiveHolder<Live: AnyObject & Sendable>: Sendable {
  private let held: Locked<(live: Live, origin: any Sendable & Equatable)?> = Locked(nil)

  func live<Origin: Equatable & Sendable>(for origin: Origin, open: () -> Live) -> Live {
    if let held = held.withLock({ $0 }), held.origin as? Origin == origin { return held.live }
    let live = open()
    // NB: The old one is freed outside the lock, because that closes it in its store.
    let old = held.withLock { held in
      defer { held = (live, origin) }
      return held
    }
    return withExtendedLifetime(old) { live }
  }
}
