import Foundation

/// What changes of a child do to its parent: they update columns that follow from the parent's children, and set the
/// parent's time of the latest save.
struct ParentUpdate: Sendable {
  let link: Link
  /// The columns that follow from the children, such as their number.
  private(set) var columns: [DerivedColumn] = []
  /// Whether the parent is touched: its time of the latest save is set.
  private(set) var touches = false

  /// Whether a column follows from values of the children, and not from their number alone.
  var isOfValues: Bool { columns.contains { !$0.addsUp } }

  /// Whether a parent may change when a child keeps its parent and changes in other columns.
  var heedsValues: Bool { touches || isOfValues }

  /// Joins updates by the same key, so that a change of a child writes its parent once.
  static func joined(_ updates: [ParentUpdate]) -> [ParentUpdate] {
    updates.reduce(into: []) { joined, update in
      guard let index = joined.firstIndex(where: { $0.link.hasSameKey(as: update.link) }) else {
        return joined.append(update)
      }
      joined[index].columns += update.columns
      joined[index].touches = joined[index].touches || update.touches
    }
  }

  /// Returns the changes to parents that follow from changes of their children.
  ///
  /// - Parameters:
  ///   - positions: The positions of the parents.
  ///   - pending: Changes of parents that were not applied to the table yet; nil if there are none.
  ///   - touching: Whether the parents are touched.
  ///   - set: Sets the columns, and returns false if a value is unknown.
  /// - Returns: The changes; nil if `set` has returned false.
  func changes(
    at positions: [Int], in parents: TableVersion, beside pending: ChangesetPart?, _ cause: WriteCause, touching: Bool,
    _ set: (MutableRow) throws(StoreError) -> Bool
  ) throws(StoreError) -> ChangesetPart? {
    if touching && link.parent.updated == nil {
      fatalError(
        "\(link.child.name) cannot touch \(link.parent.name), which has no time of the latest save: add Timestamps.")
    }
    var writer = RowWriter(parents, beside: pending, now: cause.date)
    var isTold = true
    for position in positions where isTold {
      try writer.change(rowAt: position, touching: touching, counting: cause.isSave) { parent throws(StoreError) in
        isTold = try set(parent)
      }
    }
    return isTold ? writer.changes : nil
  }

  /// Returns the positions of the parents of changed children, before and after the changes.
  ///
  /// - Parameter all: Whether to include parents that neither lost nor got a child, nor another value of one.
  /// - Complexity: O(*k*) in the number of changes.
  func positions(of children: ChangesetPart, in parents: TableVersion, all: Bool) -> [Int] {
    if columns.isEmpty && !all { return [] }
    let (key, entries) = (link.column.operations, children.entries)
    // Most calls are for one child, for which a set would cost more than all else here.
    var (few, many) = ([Int](), Set<Int>())
    func add(_ child: Row) {
      guard let position = link.operations.parentPosition(child, parents) else { return }
      if entries.count > PendingChanges.most {
        many.insert(position)
      } else if !few.contains(position) {
        few.append(position)
      }
    }
    for entry in entries {
      let (old, new) = (entry.old.map(children.address), entry.new.map(children.address))
      if let old, let new, hasSameParent(old, new, key) {
        if all || columns.contains(where: { !$0.isUnaffected(old, new) }) { add(new) }
      } else {
        if let old { add(old) }
        if let new { add(new) }
      }
    }
    if !many.isEmpty { return many.sorted() }
    few.sort()
    return few
  }

  private func hasSameParent(_ old: Row, _ new: Row, _ key: ColumnOperations) -> Bool {
    key.isEqual(old, new) && (link.type == nil || link.type?.isMet(old) == link.type?.isMet(new))
  }
}
