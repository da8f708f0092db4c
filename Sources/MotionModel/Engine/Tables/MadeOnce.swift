import Synchronization

/// An object that is made at its first use and kept as long as this. Reading it takes no lock.
///
/// NB: `AtomicLazyReference` does the same, but is compiled for no type: reading it takes 700 instructions.
struct MadeOnce<Object: AnyObject & Sendable>: ~Copyable, Sendable {
  private let address = Atomic<UInt>(0)

  /// The object; nil before it is made.
  @inline(__always) var made: Object? {
    UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring)).map {
      Unmanaged<Object>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// Returns the object. If several threads make one at once, all of them get the first.
  @inline(__always) func object(_ make: () -> Object) -> Object { made ?? kept(make()) }

  @inline(never) private func kept(_ object: Object) -> Object {
    let new = Unmanaged.passRetained(object)
    let (isFirst, first) = address.compareExchange(
      expected: 0, desired: UInt(bitPattern: new.toOpaque()), ordering: .acquiringAndReleasing)
    guard !isFirst, let found = UnsafeRawPointer(bitPattern: first) else { return object }
    new.release()
    return Unmanaged<Object>.fromOpaque(found).takeUnretainedValue()
  }

  deinit {
    guard let kept = UnsafeRawPointer(bitPattern: address.load(ordering: .relaxed)) else { return }
    Unmanaged<Object>.fromOpaque(kept).release()
  }
}
