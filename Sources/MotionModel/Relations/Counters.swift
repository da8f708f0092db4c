/// A column of a parent in which a relation counts its children.
struct Counter: Sendable {
  /// Adds to the number in a parent's row.
  let add: @Sendable (_ parent: UnsafeMutableRawPointer, _ difference: Int) -> Void
  /// Copies the number from a parent's row to another.
  let keep: @Sendable (_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer) -> Void
  /// The number of the column in the parent's schema.
  let column: @Sendable () -> Int

  init<Parent: Model>(of keyPath: any WritableKeyPath<Parent, Int> & Sendable) {
    let column: @Sendable () -> Int = {
      guard let column = Parent.schema.index(of: keyPath) else {
        fatalError("The counter \(keyPath) is not in the schema of \(Parent.self): add a column.")
      }
      return column
    }
    add = { parent, difference in
      _ = column()
      parent.assumingMemoryBound(to: Parent.self).pointee[keyPath: keyPath] += difference
    }
    keep = { old, new in
      new.assumingMemoryBound(to: Parent.self).pointee[keyPath: keyPath] =
        old.assumingMemoryBound(to: Parent.self).pointee[keyPath: keyPath]
    }
    self.column = column
  }
}

/// The counters by the model of the parent, which does not know who counts in it.
///
/// No save changes a counter: a record that was read a while ago brings an old number.
final class Counters: Sendable {
  static let shared = Counters()

  /// By the parent's model, then by the child's and the number of the relation: a generic model makes its schema more than once.
  private let counters = Locked<[Int: [[Int]: Counter]]>([:])

  /// Adds what the relations of a model count, whose parents' schemas may not be made yet.
  func add(_ upkeep: [ParentUpkeep]) {
    counters.withLock { counters in
      for (number, relation) in upkeep.enumerated() {
        guard let counter = relation.counter else { continue }
        counters[relation.link.parentSlot, default: [:]][[relation.link.childSlot, number]] = counter
      }
    }
  }

  /// Gives a row of a parent the numbers that the stored one has.
  func keep(_ slot: Int, from old: UnsafeRawPointer, in new: UnsafeMutableRawPointer) {
    for counter in of(slot) { counter.keep(old, new) }
  }

  /// The numbers of the columns in which others count.
  func columns(of slot: Int) -> Set<Int> { Set(of(slot).map { $0.column() }) }

  private func of(_ slot: Int) -> [Counter] {
    guard let counters = counters.withLock({ $0.isEmpty ? nil : $0[slot] }) else { return [] }
    return Array(counters.values)
  }
}
