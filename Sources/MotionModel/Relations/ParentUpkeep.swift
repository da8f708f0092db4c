/// What a child's coming, going and changing does to its parent: a counter in the parent is kept, its time of the latest save
/// is set.
struct ParentUpkeep: Sendable {
  let link: Link
  /// The counter in the parent; nil when it has none.
  let counter: Counter?
  /// Whether the parent is touched.
  let touches: Bool

  /// Does to the parents what follows from changes of their children, which have been made already.
  ///
  /// No hooks run; the changes belong to the same changeset.
  ///
  /// - Complexity: O(*k*) in the number of changes.
  func follow(_ children: ChangesetPart, in store: Store) throws(StoreError) {
    var differences: [Int: Int] = [:]
    store.read(link.parent) { parents in
      for entry in children.entries {
        let old = entry.old.flatMap { link.operations.parentPosition(children.address($0), parents) }
        let new = entry.new.flatMap { link.operations.parentPosition(children.address($0), parents) }
        if let old { differences[old, default: 0] -= 1 }
        if let new { differences[new, default: 0] += 1 }
      }
    }
    if !touches { differences = differences.filter { $0.value != 0 } }
    if differences.isEmpty { return }
    if touches && link.parent.updated == nil {
      fatalError(
        "\(link.childType) cannot touch \(link.parentType), which has no time of the latest save: add Timestamps.")
    }
    try store.write(link.parent) { writer throws(StoreError) in
      for (position, difference) in differences.sorted(by: { $0.key < $1.key }) {
        writer.change(rowAt: position, touching: touches) { row in counter?.add(row, difference) }
      }
    }
  }
}

extension RelationCore {
  /// What children do to their parents; nil when it is nothing.
  var upkeep: ParentUpkeep? {
    guard case .own(let key)? = key, counter != nil || touches else { return nil }
    return ParentUpkeep(
      link: key.link, counter: counter.map(Counter.init(of:)), touches: touches)
  }
}

extension Model {
  /// Counts the records of each parent anew, where the counter that the relation keeps may be wrong: after the parents or the
  /// children were loaded without each other.
  ///
  /// ```swift
  /// try Todo.recount(\.project)
  /// ```
  ///
  /// - Returns: How many counters were wrong.
  @discardableResult
  public static func recount<Target: Model>(
    _ relation: any KeyPath<Relations, Relation<Self, ToParent<Target>>> & Sendable
  ) throws -> Int {
    let core = relations[keyPath: relation].core
    guard let counter = core.counter else {
      fatalError("The relation of \(Self.self) to \(Target.self) has no counter: declare one with counter:.")
    }
    let store = Store.current
    return try store.session {
      let reader = store.read {
        RouteReader(Route(steps: core.route.steps.map(\.reversed)), where: .constant(true), in: $0)
      }
      var changed = 0
      try store.write(Target.schema.layout) { writer throws(StoreError) in
        Selection(writer.table, where: .constant(true)).forEach { row, position in
          let count = reader.rows(of: row).count
          if row.assumingMemoryBound(to: Target.self).pointee[keyPath: counter] == count { return }
          changed += 1
          writer.change(rowAt: position, touching: false) {
            $0.assumingMemoryBound(to: Target.self).pointee[keyPath: counter] = count
          }
        }
      }
      return changed
    }
  }
}
