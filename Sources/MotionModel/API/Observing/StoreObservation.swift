import MotionModelValues

/// An observation of commits, of a live value or of an adapter's statements; see ``Store/observeCommits(on:perform:)``.
///
/// It ends when it is cancelled or released. Until then, it keeps what is observed.
public final class StoreObservation: Sendable {
  private let end: Locked<(@Sendable () -> Void)?>

  package init(_ end: @escaping @Sendable () -> Void) { self.end = Locked(end) }

  /// Ends the observation: no call of the handler begins afterwards, not even for earlier changes.
  ///
  /// A call that is already running on another thread continues. This method may be called from any handler, and
  /// more than once.
  public func cancel() {
    let end = end.withLock { end in
      defer { end = nil }
      return end
    }
    end?()
  }

  deinit { cancel() }
}
