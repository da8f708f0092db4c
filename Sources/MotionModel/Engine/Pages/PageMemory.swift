import Synchronization

#if DEBUG
  import Foundation
#endif

/// When pages are made.
package enum PageRule: String, Sendable, CaseIterable {
  /// When a chunk is scanned that has not changed since the scan before; see ``PageStrip``.
  case byUse
  /// In each scan of whatever size. For tests.
  case always
  /// Never. For tests.
  case never
}

/// The pages of all columns of a store, its snapshots and its branches, which share their chunks.
///
/// One column of one table has a ``PageStrip``. A scan takes copies of strips when it begins, and gives them back when
/// it ends: it holds the lock for a moment only, and readers in several threads may make the same page, of which one is
/// kept.
final class PageMemory: Sendable {
  /// A column of a table.
  struct Key: Hashable {
    fileprivate let table: ObjectIdentifier
    fileprivate let form: PageForm

    init(_ table: TablePages, _ form: PageForm) { (self.table, self.form) = (ObjectIdentifier(table), form) }
  }

  private struct State {
    var strips: [Key: PageStrip] = [:]
    /// Counts the uses of strips.
    var clock: UInt64 = 0
    var rule = PageMemory.initialRule
  }

  /// The limit of a new store: 64 MiB.
  static let initialLimit = 64 << 20

  private let state = Locked(State())
  private let used = Atomic<Int>(0)
  private let limitBits = Atomic<Int>(PageMemory.initialLimit)
  /// Whether pages are made in small tables, too; and at all. It is read before each scan, without the lock.
  private let isEager = Atomic(PageMemory.initialRule == .always)
  private let isOff = Atomic(PageMemory.initialRule == .never)

  /// The rule of new stores. Debug builds take it from the environment, so that all tests can run with pages made
  /// always, or never.
  #if DEBUG
    private static let initialRule =
      ProcessInfo.processInfo.environment["MOTIONMODEL_PAGES"].flatMap(PageRule.init) ?? .byUse
  #else
    private static let initialRule = PageRule.byUse
  #endif

  var rule: PageRule {
    get { state.withLock { $0.rule } }
    set {
      state.withLock { $0.rule = newValue }
      isEager.store(newValue == .always, ordering: .relaxed)
      isOff.store(newValue == .never, ordering: .relaxed)
    }
  }

  /// Whether a page is made in each scan.
  var makesAlways: Bool { isEager.load(ordering: .relaxed) }

  /// Whether pages may be made and read.
  var isOn: Bool { !isOff.load(ordering: .relaxed) && limitBits.load(ordering: .relaxed) > 0 }

  // MARK: - Bytes

  /// The most bytes that pages may take. With a lower limit than before, all pages are dropped.
  var limit: Int {
    get { limitBits.load(ordering: .relaxed) }
    set {
      let old = limitBits.exchange(max(0, newValue), ordering: .relaxed)
      if newValue < old { removeAll() }
    }
  }

  /// How many bytes pages take now, with what belongs to them.
  var bytes: Int { used.load(ordering: .relaxed) }

  /// Adds bytes unless they are beyond the limit.
  ///
  /// - Returns: Whether they were added.
  func reserve(_ bytes: Int) -> Bool {
    if used.add(bytes, ordering: .relaxed).newValue <= limit { return true }
    release(bytes)
    return false
  }

  /// Adds bytes that are needed anyway.
  func add(_ bytes: Int) { used.add(bytes, ordering: .relaxed) }

  func release(_ bytes: Int) { used.subtract(bytes, ordering: .relaxed) }

  // MARK: - Strips

  /// Returns the strip of a column for a scan of a table.
  ///
  /// - Parameter chunks: How many chunks the table has.
  func open(_ key: Key, chunks: Int) -> PageStrip {
    state.withLock { state in
      state.clock += 1
      var strip = state.strips.removeValue(forKey: key) ?? PageStrip(number: state.clock)
      strip.grow(to: chunks)
      strip.lastUse = state.clock
      state.strips[key] = strip
      return strip
    }
  }

  /// Puts in what a scan has learnt and made, unless all pages were dropped meanwhile.
  ///
  /// - Parameters:
  ///   - strip: The changed copy of a strip.
  ///   - start: The copy as ``open(_:chunks:)`` has returned it.
  func close(_ key: Key, _ strip: PageStrip, from start: PageStrip) {
    // What is replaced is released after the lock.
    _ = state.withLock { state -> PageStrip? in
      guard var now = state.strips[key], now.number == start.number else { return nil }
      let old = now
      if now.changes == start.changes {
        now = strip
        now.lastUse = old.lastUse
      } else {
        now.merge(strip, since: start, in: self)
      }
      now.changes += 1
      state.strips[key] = now
      return old
    }
  }

  /// Drops the pages of the column that was not used for the longest time, except those of some columns.
  ///
  /// - Returns: Whether there were any.
  func makeRoom(besides kept: [Key]) -> Bool {
    let dropped = state.withLock { state -> ContiguousArray<PageRun?>? in
      let others = state.strips.filter { !kept.contains($0.key) && $0.value.pageCount > 0 }
      guard let oldest = others.min(by: { $0.value.lastUse < $1.value.lastUse })?.key else { return nil }
      return state.strips[oldest]?.clear()
    }
    return dropped != nil
  }

  private func removeAll() {
    _ = state.withLock { state in
      let strips = state.strips
      state.strips = [:]
      return strips
    }
  }

  /// Drops all pages of a freed table.
  func remove(_ table: ObjectIdentifier) {
    _ = state.withLock { state in
      let keys = state.strips.keys.filter { $0.table == table }
      return keys.map { state.strips.removeValue(forKey: $0) }
    }
  }

  /// Whether a column has pages.
  func hasPages(_ key: Key) -> Bool { state.withLock { ($0.strips[key]?.pageCount ?? 0) > 0 } }
}

extension PageStrip {
  /// Drops all pages, and returns them. The credit stays.
  fileprivate mutating func clear() -> ContiguousArray<PageRun?> {
    let dropped = runs
    runs = []
    changes += 1
    return dropped
  }
}
