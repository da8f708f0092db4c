import MotionModel

/// The observation of a live result; see ``LiveValue/onChange(on:perform:)``.
///
/// It ends when it is cancelled or released. It keeps the live result.
public final class LiveObservation: Sendable {
  private let end: Locked<(@Sendable () -> Void)?>

  init(_ end: @escaping @Sendable () -> Void) { self.end = Locked(end) }

  /// Ends the observation: no call of the handler begins afterwards. A call that is running on another thread
  /// continues.
  ///
  /// It may be called from any handler, and more than once.
  public func cancel() {
    let end = end.withLock { end in
      defer { end = nil }
      return end
    }
    end?()
  }

  deinit { cancel() }
}
