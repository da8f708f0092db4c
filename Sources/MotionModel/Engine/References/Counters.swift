/// A column of a parent that stores the number of its children.
struct Counter: Sendable {
  /// The foreign key of the children.
  let link: Link
  /// Returns the number in a parent's row.
  let value: @Sendable (_ parent: UnsafeRawPointer) -> Int
  /// Sets the number in a parent's row.
  let set: @Sendable (_ parent: UnsafeMutableRawPointer, _ count: Int) -> Void
  /// The number of the column in the parent's schema.
  let column: @Sendable () -> Int

  /// Returns what counts the children of a parent in tables.
  func reader(in tables: Tables) -> ChildCounter { ChildCounter(self, in: tables) }
}

/// Counts the children of parents, for one counter.
///
/// - Complexity: O(1) for each parent, with the index that the key of a relation has by itself.
struct ChildCounter: Sendable {
  let counter: Counter
  private let children: RouteReader

  fileprivate init(_ counter: Counter, in tables: Tables) {
    self.counter = counter
    children = RouteReader(Route.Step(link: counter.link, direction: .toChildren), in: tables)
  }

  func count(of parent: UnsafeRawPointer) -> Int { children.rows(of: parent).count }

  /// Whether the number in a parent's row differs from the number of its children.
  func isWrong(_ parent: UnsafeRawPointer) -> Bool { counter.value(parent) != count(of: parent) }
}

/// The counters by the model of the parent, which does not know the models that it counts.
///
/// A save never changes a counter, because a record that was read a while ago has an old number.
final class Counters: Sendable {
  static let shared = Counters()

  /// The counters by the parent's model, then by the child's model and the number of the relation, because a generic
  /// model creates its schema more than once.
  private let counters = Locked<[Int: [[Int]: Counter]]>([:])

  /// Adds the counters of a model's relations. The schemas of the parents may not exist yet.
  func add(_ parentUpdates: [ParentUpdate]) {
    counters.withLock { counters in
      for (number, relation) in parentUpdates.enumerated() {
        guard let counter = relation.counter else { continue }
        counters[relation.link.parentSlot, default: [:]][[relation.link.childSlot, number]] = counter
      }
    }
  }

  /// Copies the counters of a parent's stored row to another row.
  func keep(_ slot: Int, from old: UnsafeRawPointer, in new: UnsafeMutableRawPointer) {
    for counter in of(slot) { counter.set(new, counter.value(old)) }
  }

  /// Returns the numbers of the columns of a model that are counters.
  func columns(of slot: Int) -> Set<Int> { Set(of(slot).map { $0.column() }) }

  /// Returns the counters in a model.
  func of(_ slot: Int) -> [Counter] {
    guard let counters = counters.withLock({ $0.isEmpty ? nil : $0[slot] }) else { return [] }
    return Array(counters.values)
  }
}
