extension Changeset {
  /// The models of the records that change.
  public var models: [any Model.Type] { parts.filter { $0.count > 0 }.map(\.layout.type) }

  /// Returns the changes to the records of one model, in the order in which the records were first touched.
  ///
  /// A record appears once, however often it was saved in the commit.
  ///
  /// - Complexity: O(*k*) in the number of changes.
  public func changes<Record: Model>(of model: Record.Type) -> [Change<Record>] {
    part(of: model)?.changes(of: model) ?? []
  }

  /// Calls `body` for each change to the records of one model, in the order of ``changes(of:)``, with
  /// the record before and after it in place. Nothing is copied.
  package func forEachRow<Record: Model>(
    of model: Record.Type, _ body: (_ old: Row?, _ new: Row?) throws -> Void
  ) rethrows {
    guard let part = part(of: model) else { return }
    for entry in part.entries { try body(entry.old.map(part.address), entry.new.map(part.address)) }
    withExtendedLifetime(part) {}
  }

  /// The changes to the records of one model; nil when there are none.
  func part<Record: Model>(of model: Record.Type) -> ChangesetPart? { part(of: Record.schema.layout) }

  /// Returns the changes of some kinds to the records of some models: `changeset.filtered(kinds: [.insert])`.
  ///
  /// - Parameters:
  ///   - models: The models; nil for all.
  ///   - kinds: The kinds; all by default.
  public func filtered(
    models: [any Model.Type]? = nil, kinds: Set<ChangeKind> = Set(ChangeKind.allCases)
  ) -> Changeset {
    filter { part in
      models?.contains { $0 == part.layout.type } == false ? nil : part.filter { kinds.contains($1.kind) }
    }
  }

  /// Returns the changes of all models but some, without counters and touches of parents that follow from these alone.
  package func leavingOut(_ models: [any Model.Type]) -> Changeset {
    leavingOut { layout in models.contains { $0 == layout.type } }
  }

  /// Returns the changes without those of one model for which `isKept` returns false. The changes to other models stay.
  ///
  /// ```swift
  /// changeset.filtered(Todo.self) { $0.new?.priority != $0.old?.priority }
  /// ```
  public func filtered<Record: Model>(
    _ model: Record.Type, where isKept: (Change<Record>) throws -> Bool
  ) rethrows -> Changeset {
    try filter { part in
      if part.layout.slot != Record.schema.layout.slot { return part }
      return try part.filter { try isKept($0.change($1, of: model)) }
    }
  }
}

extension ChangesetPart {
  func changes<Record: Model>(of model: Record.Type) -> [Change<Record>] {
    entries.map { change($0, of: model) }
  }

  func change<Record: Model>(_ entry: Entry, of model: Record.Type) -> Change<Record> {
    Change(
      id: record(entry.row, of: model).id, old: entry.old.map { record($0, of: model) },
      new: entry.new.map { record($0, of: model) })
  }

  /// Returns the records of all changes of one kind: deleted records as they were before the change, others as
  /// they are after it.
  func records<Record: Model>(_ kind: ChangeKind, of model: Record.Type) -> [Record] {
    entries.filter { $0.kind == kind }.map { record($0.row, of: model) }
  }

  /// Returns a row of an entry as a record.
  func record<Record: Model>(_ row: Int, of model: Record.Type) -> Record {
    address(row)[Record.self]
  }
}

extension Renumbering {
  /// Returns the id that a record has in the store.
  package func id<Record: Model>(of model: Record.Type, _ id: Record.ID) -> Record.ID {
    part(of: Record.schema.layout)?.changes(of: model).first { $0.old?.id == id }?.id ?? id
  }
}
