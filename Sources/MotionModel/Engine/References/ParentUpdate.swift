import Foundation

/// What changes of a child do to its parent: they update a counter in the parent, and set the parent's time
/// of the latest save.
struct ParentUpdate: Sendable {
  let link: Link
  /// The counter in the parent; nil when it has none.
  let counter: Counter?
  /// Whether the parent is touched: its time of the latest save is set.
  let touches: Bool

  /// Returns the changes to parents that follow from changes of their children, which were applied already.
  ///
  /// A counter is set to the current number of children, so it is right whatever it was before.
  ///
  /// - Complexity: O(*k*) in the number of changes.
  func changes(following children: ChangesetPart, in tables: Tables, _ cause: WriteCause) -> ChangesetPart {
    let parents = tables.version(link.parent)
    let counts = counter?.reader(in: tables)
    let touches = touches && cause.isSave
    if touches && link.parent.updated == nil {
      fatalError(
        "\(link.child.name) cannot touch \(link.parent.name), which has no time of the latest save: add Timestamps.")
    }
    var writer = RowWriter(parents, now: cause.date)
    for position in positions(of: children, in: parents, all: touches) {
      writer.change(rowAt: position, touching: touches, counting: cause.isSave) { parent in
        if let counts { counts.counter.set(parent, counts.count(of: parent)) }
      }
    }
    return writer.changes
  }

  /// Returns the positions of the parents of changed children, before and after the changes.
  ///
  /// - Parameter all: Whether to include parents that neither lost nor got a child.
  private func positions(of children: ChangesetPart, in parents: TableVersion, all: Bool) -> [Int] {
    let key = link.column.operations
    var positions: Set<Int> = []
    for entry in children.entries {
      let (old, new) = (entry.old.map(children.address), entry.new.map(children.address))
      if !all, let old, let new, key.isEqual(old, new) { continue }
      for child in [old, new] {
        if let position = child.flatMap({ link.operations.parentPosition($0, parents) }) { positions.insert(position) }
      }
    }
    return positions.sorted()
  }
}
