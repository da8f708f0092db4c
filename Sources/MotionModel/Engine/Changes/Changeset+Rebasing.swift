extension Changeset {
  /// Returns this changeset, rewritten to apply after another one that starts from the same state.
  ///
  /// A record that only one of the two changesets changes is not a conflict. Where both change a record, each column
  /// gets the value of the changeset that changed it. These are conflicts: a column changed to different values, a
  /// record changed by one changeset and deleted by the other, and records inserted by both with the same id. The time
  /// of the latest save never conflicts: the later one counts. Counters of relations and ``LockVersion`` never conflict
  /// either: both differences are added.
  ///
  /// ```swift
  /// let changes = try mine.rebased(onto: yours)   // base, then yours, then changes
  /// ```
  ///
  /// - Parameters:
  ///   - other: The changeset that is applied first.
  ///   - policy: How conflicts are resolved.
  /// - Throws: ``ChangeConflicts`` with the conflicts that the policy does not resolve, or what its closure throws.
  /// - Complexity: O(*k*) in the number of changes of both.
  public func rebased(onto other: Changeset, _ policy: MergePolicy = .fail) throws -> Changeset {
    var conflicts: [ChangeConflict] = []
    let rebased = try parts.map { part in
      guard let others = other.part(of: part.layout) else { return part }
      return try part.rebased(onto: others, policy, &conflicts)
    }
    if !conflicts.isEmpty { throw ChangeConflicts(conflicts: conflicts) }
    return Changeset(rebased)
  }

  /// Returns how the records of this changeset differ in tables from the state that the changeset starts from.
  func drift(in tables: Tables) -> Changeset {
    Changeset(
      parts.map { part in
        let table = tables.version(part.layout)
        var drift = ChangesetPart(part.layout)
        for entry in part.entries {
          let position = table.position(of: part.address(entry.row))
          let (old, stored) = (entry.old.map(part.address), position.map { table.rows[$0] })
          if old == nil && stored == nil { continue }
          if let old, let stored, part.layout.isSame(old, stored) { continue }
          drift.append(old: old, new: stored, position: position ?? entry.origin ?? entry.position)
        }
        return drift
      })
  }
}

/// An entry together with its part.
struct EntryView {
  let part: ChangesetPart
  let entry: ChangesetPart.Entry

  var layout: TableLayout { part.layout }
  var kind: ChangeKind { entry.kind }
  var row: Row { part.address(entry.row) }
  var old: Row? { entry.old.map(part.address) }
  var new: Row? { entry.new.map(part.address) }

  /// A part that has only this entry.
  var alone: ChangesetPart {
    var part = ChangesetPart(layout, capacity: 2)
    part.append(entry, of: self.part)
    return part
  }
}

extension ChangesetPart {
  fileprivate func rebased(
    onto others: ChangesetPart, _ policy: MergePolicy, _ conflicts: inout [ChangeConflict]
  ) throws -> ChangesetPart {
    let finder = EntryFinder(others)
    return try mapEntries { rebased, entry in
      guard let other = finder.entry(of: address(entry.row)) else { return rebased.append(entry, of: self) }
      let merge = EntryMerge(ours: EntryView(part: self, entry: entry), theirs: EntryView(part: others, entry: other))
      var resolution = merge.undisputed
      if let conflict = merge.conflict {
        resolution = try policy.resolve(conflict)
        if resolution == .unresolved { conflicts.append(conflict) }
      }
      merge.append(to: &rebased, resolution)
    }
  }
}
