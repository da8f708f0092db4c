import MotionModel
import MotionModelTestSupport
import Observation
import Testing

@testable import MotionModelLive

/// Whoever has read a property is told of its next change, whatever happened while it was read.
@Suite struct LiveObserversTests {
  private final class Probe: Observable, Sendable {
    let observers: LiveObservers
    var value: Int { 0 }

    init(patience: Duration = .seconds(600)) { observers = LiveObservers(patience: patience) }
  }

  private let probe = Probe()
  private let told = Collector<String>()

  private func read(
    _ name: String, following follow: @escaping (@escaping @Sendable () -> Void) -> @Sendable () -> Void
  ) {
    withObservationTracking {
      probe.observers.access(probe, \.value, following: follow)
    } onChange: { [told] in
      told.add(name)
    }
  }

  @Test func `a change while the property begins to be followed takes no reader away`() {
    let change = Locked<(@Sendable () -> Void)?>(nil)
    read("first") { changed in
      changed()
      change.withLock { $0 = changed }
      return {}
    }
    #expect(told.values == [])
    let changed = change.withLock { $0 }
    changed?()
    #expect(told.values == ["first"])
    changed?()
    #expect(told.values == ["first"])
  }

  @Test func `one of several beginnings goes on, and the others end`() {
    let (begun, ended) = (Collector<Int>(), Collector<Int>())
    read("outer") { [self] _ in
      begun.add(1)
      read("inner") { _ in
        begun.add(2)
        return { ended.add(2) }
      }
      return { ended.add(1) }
    }
    read("later") { _ in
      begun.add(3)
      return {}
    }
    #expect(begun.values == [1, 2] && ended.values == [1])
    probe.observers.close()
    #expect(ended.values == [1, 2])
  }

  @Test func `who reads the earlier value during a change is told of it`() {
    read("before") { _ in {} }
    probe.observers.change(probe) { read("meanwhile") { _ in {} } }
    #expect(told.values == ["before", "meanwhile"])
    probe.observers.change(probe) {}
    #expect(told.values == ["before", "meanwhile"])
  }

  /// Observation begins to track only when the closure has returned.
  @Test func `who reads while others write is told of the next change`() {
    let change = Locked<(@Sendable () -> Void)?>(nil)
    withObservationTracking {
      probe.observers.access(probe, \.value) { changed in
        change.withLock { $0 = changed }
        return {}
      }
      for _ in 0..<5 { change.withLock { $0 }?() }
    } onChange: { [told] in
      told.add("late")
    }
    #expect(told.values == [])
    change.withLock { $0 }?()
    #expect(told.values == ["late"])
  }

  @Test func `changes are not followed any more when nobody has read for a while`() {
    let (probe, ended) = (Probe(patience: .zero), Counter())
    let change = Locked<(@Sendable () -> Void)?>(nil)
    probe.observers.access(probe, \.value) { changed in
      change.withLock { $0 = changed }
      return { ended.add() }
    }
    change.withLock { $0 }?()
    #expect(ended.value == 0)
    change.withLock { $0 }?()
    #expect(ended.value == 1)
  }

  @Test func `a live value that changes while it is read is told of the next change`() throws {
    let store = Store(notificationCenter: nil)
    let count = store.table(Todo.self).live(.count)
    withObservationTracking {
      _ = count.value
      for number in 0..<5 { _ = try? store.table(Todo.self).create(Todo("\(number)")) }
    } onChange: { [told] in
      told.add("late")
    }
    #expect(told.values == [])
    try store.table(Todo.self).create(Todo("last"))
    #expect(told.values == ["late"] && count.value == 6)
  }
}
