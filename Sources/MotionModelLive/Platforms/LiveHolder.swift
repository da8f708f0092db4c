import Dispatch
import MotionModel

/// Keeps the live result of a finder on the main queue, and opens another one when it is asked for another finder: what a
/// view holds, which is made anew again and again with a finder that is mostly the same.
final class LiveHolder<Record: Model>: Sendable where Record.Adapter == ArrayAdapter {
  private let held: Locked<LiveResults<Record>?> = Locked(nil)

  func results(of finder: Finder<Record>) -> LiveResults<Record> {
    if let held = held.withLock({ $0 }), held.finder == finder { return held }
    let results = finder.live(on: .main)
    // NB: The old result is freed outside the lock, because that closes it in its store.
    let old = held.withLock { held in
      defer { held = results }
      return held
    }
    return withExtendedLifetime(old) { results }
  }
}
