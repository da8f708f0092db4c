import MotionModel

/// Reuses a live result or value while a view requests it for the same origin, such as the same finder; another origin
/// opens another one.
final class LiveCache<Live: AnyObject & Sendable>: Sendable {
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
