extension Store {
  /// Stores the records of sections of a file, as one commit.
  func load(_ sections: [LoadedSection], _ policy: LoadPolicy) throws -> LoadReport {
    switch policy {
    case .replace:
      var report = LoadReport()
      let count = sections.reduce(0) { $0 + $1.count }
      report.changes = try replace(sections)
      let layouts = Set(sections.map { ObjectIdentifier($0.layout) })
      // Parents in other tables may be changed by their counters.
      report.unchangedCount = count - report.changes.keptCount { layouts.contains(ObjectIdentifier($0)) }
      return report
    case .merge(let policy): return try add(sections) { try $0.mergedInsertions(into: $1, policy, &$2) }
    case .append:
      return try add(sections) { try $0.appendedInsertions(in: $1, ids, &$2) }
    }
  }

  /// Commits the changes that `changes` derives from the insertion of all records.
  private func add(
    _ sections: [LoadedSection], _ changes: (Changeset, Tables, inout LoadReport) throws -> Changeset
  ) throws -> LoadReport {
    var (report, committed) = (LoadReport(), Changeset())
    _ = try inTransaction(&committed) {
      for section in sections { try section.runHooks(in: self) }
      try load(Changeset(sections.map(\.rows)))
      var kept: [(TableLayout, KeptColumns)] = []
      try write { tables in
        // It may run again.
        (report, kept) = (LoadReport(), [])
        let parts = try sections.map { section in
          let table = tables.version(section.layout)
          let (part, values) = try section.identifiedInsertions(in: table, ids)
          if let values { kept.append((section.layout, values)) }
          return part
        }
        return try changes(Changeset(parts), tables, &report)
      }
      for (layout, values) in kept { keep(values, of: layout, report.renumbering) }
    }
    report.changes = committed
    return report
  }
}

extension Store {
  /// Keeps values of columns that a model does not have, for records for which none are kept yet.
  private func keep(_ values: KeptColumns, of layout: TableLayout, _ renumbering: Renumbering) {
    let own = tables.version(layout.slot)?.kept
    let empty = KeptColumns(listed: [], unlisted: [], types: [:])
    transaction?.keep((own ?? empty).adding(values, ids: renumbering.ids(in: layout)), of: layout)
  }
}

extension Changeset {
  /// How many records of some models there are after the changes.
  fileprivate func keptCount(_ isCounted: (TableLayout) -> Bool) -> Int {
    parts.reduce(0) { isCounted($1.layout) ? $0 + $1.entries.count { $0.new != nil } : $0 }
  }

  /// Returns these insertions as changes of tables that may have the records already.
  fileprivate func mergedInsertions(
    into tables: Tables, _ policy: MergePolicy, _ report: inout LoadReport
  ) throws -> Changeset {
    let conflicts = Locked<[LoadReport.Conflict]>([])
    let recording = MergePolicy.resolving { conflict in
      let resolution = try policy.resolve(conflict)
      conflicts.withLock { $0.append(LoadReport.Conflict(conflict, resolution)) }
      return resolution
    }
    let new = Changeset(parts.map { $0.withoutStored(in: tables.version($0.layout), &report.unchangedCount) })
    let changes = try new.rebased(onto: new.drift(in: tables), recording)
    report.conflicts = conflicts.withLock { $0 }
    return changes
  }

  /// Returns these insertions with ids that tables have not given.
  fileprivate func appendedInsertions(
    in tables: Tables, _ ids: IDGenerator, _ report: inout LoadReport
  ) throws -> Changeset {
    report.renumbering = try Renumbering(self, since: Tables(ReadFence()), in: tables, ids)
    let changes = report.renumbering.applied(to: self)
    try changes.checkFit(in: tables)
    return changes
  }
}

extension ChangesetPart {
  /// Returns insertions without those of records that a table has, exactly as they are.
  ///
  /// - Parameter count: Is raised by the number of these.
  fileprivate func withoutStored(in table: TableVersion, _ count: inout Int) -> ChangesetPart {
    var part = ChangesetPart(layout, capacity: self.count)
    (part.isBulk, part.nextNumber) = (isBulk, nextNumber)
    for entry in entries {
      let row = address(entry.row)
      if let position = table.position(of: row), layout.isSame(table.rows[position], row) {
        count += 1
      } else {
        part.append(old: nil, new: row)
      }
    }
    return part
  }
}
