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

/// The store in which a view finds, and what else its live value depends on.
struct LiveOrigin<ID: Equatable & Sendable>: Equatable, Sendable {
  let store: ObjectIdentifier
  let id: ID
}

/// The finder of a view, which is made in the store that the view is given.
///
/// It is made once, because a finder with a closure equals no other one.
@MainActor
final class LiveFinder<Record: Model> {
  private let make: () -> Finder<Record>
  private var made: (finder: Finder<Record>, store: Store)?

  init(_ make: @escaping () -> Finder<Record>) { self.make = make }

  func finder(in store: Store) -> Finder<Record> {
    if let made, made.store === store { return made.finder }
    let finder = store.using(make)
    made = (finder, store)
    return finder
  }
}
