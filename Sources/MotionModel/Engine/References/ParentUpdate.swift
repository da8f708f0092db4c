import Foundation

/// What changes of a child do to its parent: they update columns that follow from the parent's children, and set the
/// parent's time of the latest save.
struct ParentUpdate: Sendable {
  let link: Link
  /// The column that follows from the children, such as their number; nil when there is none.
  let column: MaintainedColumn?
  /// Whether the parent is touched: its time of the latest save is set.
  let touches: Bool

  /// Whether the column follows from values of the children, and not from their number alone.
  var isOfValues: Bool { column.map { !$0.addsUp } ?? false }

  /// Whether a parent may change when a child goes on being its child, and other columns of the child change.
  var heedsValues: Bool { touches || isOfValues }

  /// Returns the changes to parents that follow from changes of their children.
  ///
  /// - Parameters:
  ///   - positions: The positions of the parents.
  ///   - pending: Changes of parents that were not applied to the table yet; nil if there are none.
  ///   - set: What sets the column.
  ///   - touching: Whether the parents are touched.
  func changes(
    at positions: [Int], in parents: TableVersion, beside pending: ChangesetPart?, _ set: ColumnSetter?,
    _ cause: WriteCause, touching: Bool
  ) throws(StoreError) -> ChangesetPart {
    if touching && link.parent.updated == nil {
      fatalError(
        "\(link.child.name) cannot touch \(link.parent.name), which has no time of the latest save: add Timestamps.")
    }
    var writer = RowWriter(parents, beside: pending, now: cause.date)
    for position in positions {
      try writer.change(rowAt: position, touching: touching, counting: cause.isSave) { parent throws(StoreError) in
        try set?(parent)
      }
    }
    return writer.changes
  }

  /// Returns the positions of the parents of changed children, before and after the changes.
  ///
  /// - Parameter all: Whether to include parents that neither lost nor got a child, nor another value of one.
  /// - Complexity: O(*k*) in the number of changes.
  func positions(of children: ChangesetPart, in parents: TableVersion, all: Bool) -> [Int] {
    if column == nil && !all { return [] }
    let key = link.column.operations
    var positions: Set<Int> = []
    for entry in children.entries {
      let (old, new) = (entry.old.map(children.address), entry.new.map(children.address))
      if !all, let old, let new, isUnaffected(old, new, key) { continue }
      for child in [old, new] {
        if let position = child.flatMap({ link.operations.parentPosition($0, parents) }) { positions.insert(position) }
      }
    }
    return positions.sorted()
  }

  private func isUnaffected(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer, _ key: ColumnOperations) -> Bool {
    key.isEqual(old, new) && (link.type == nil || link.type?.isMet(old) == link.type?.isMet(new))
      && column?.isUnaffected(old, new) ?? true
  }
}
