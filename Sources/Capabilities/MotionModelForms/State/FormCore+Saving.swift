import MotionModel
import MotionModelValidation

extension FormCore {
  /// Saves the record if a field of it is changed, and then its children. The calling task is inside a transaction.
  ///
  /// - Parameters:
  ///   - path: The place of the record in the form.
  ///   - insert: Inserts a new record.
  /// - Throws: ``FormRefusal`` with errors at their places, or an error that is not about the form.
  mutating func save(
    _ path: [ValidationError.Step], in environment: FormEnvironment, insert: (inout Record) throws -> Void
  ) throws {
    var record = draft
    do {
      let table = environment.store.table(Record.self)
      if isNew {
        try insert(&record)
      } else if isChangedItself && !isWritten {
        try table.save(&record)
      }
    } catch {
      throw FormRefusal(error, of: draft, at: path) ?? error
    }
    (base, draft) = (record, record)
    try saveJoins(path, in: environment)
    for index in groups.indices { try saveGroup(index, of: record, path, in: environment) }
    settle(in: environment)
  }

  /// Takes over that the record itself was written, together with its siblings.
  mutating func takeWritten(_ stored: Record) {
    base = stored
    // Transient properties stay as they are: the stored record has none.
    Record.schema.copy(Record.schema.columns.indices, from: stored, to: &draft)
    isWritten = true
  }

  func removeChildren(_ path: [ValidationError.Step], in environment: FormEnvironment) throws {
    guard let base else { return }
    for (plan, group) in zip(plan.groups, groups) {
      for item in group.items where !item.node.isNew && !item.isGone {
        let place = path + [.field(plan.name), .index(item.number)]
        if item.isRemoved {
          try plan.remove(item.node, from: base, place, in: environment)
        } else {
          try item.node.removeChildren(place, in: environment)
        }
      }
    }
  }

  /// Changes and adds children, in this order, so that a value that one had can be used by another.
  private mutating func saveGroup(
    _ index: Int, of owner: Record, _ path: [ValidationError.Step], in environment: FormEnvironment
  ) throws {
    let (plan, items) = (plan.groups[index], groups[index].items)
    func place(_ item: ItemState) -> [ValidationError.Step] { path + [.field(plan.name), .index(item.number)] }
    groups[index].items = items.filter { !$0.isRemoved && !$0.isIdle }
    groups[index].reindex()
    let places = newPlaces(groups[index].items, index)
    try plan.saveTogether(&groups[index].items, places, of: owner, path, in: environment)
    for isNew in [false, true] {
      for number in groups[index].items.indices where groups[index].items[number].node.isNew == isNew {
        let steps = place(groups[index].items[number])
        try plan.save(&groups[index].items[number].node, of: owner, place: places[number], steps, in: environment)
      }
    }
    (groups[index].isReordered, groups[index].errors) = (false, [])
  }

  /// Returns the places that children get: all of them if the order was changed, else those of added ones.
  private func newPlaces(_ items: [ItemState], _ index: Int) -> [Int?] {
    let plan = plan.groups[index]
    let stored = items.filter { !$0.node.isNew }.compactMap { plan.place(of: $0.node) }
    if groups[index].isReordered {
      let first = stored.min() ?? 1
      return items.indices.map { first + $0 }
    }
    var last = stored.max() ?? 0
    return items.map { item in
      guard item.node.isNew else { return nil }
      last += 1
      return last
    }
  }

  /// Forgets what was entered, after it was saved.
  private mutating func settle(in environment: FormEnvironment) {
    (isMoved, isWritten) = (false, false)
    whole = []
    for index in fields.indices {
      let field = plan.fields[index]
      if field.access.joins != nil {
        fields[index] = FieldState(fields[index].input)
        continue
      }
      fields[index] = FieldState(field.facts.input(of: field.access.value(draft), in: environment.locale))
    }
  }

  // MARK: - Changes by others

  mutating func refresh(in environment: FormEnvironment, following: Bool) throws {
    whole = []
    for index in fields.indices {
      if !fields[index].isStale { fields[index].conflict = nil }
      fields[index].isStale = false
    }
    guard let base else { return }
    guard let stored = try environment.store.table(Record.self).find(base.id) else {
      return whole = [error(.deleted)]
    }
    let isNewer = Record.schema.versionColumn.map { !Record.schema.isSame(base, stored, inColumn: $0) } ?? false
    if isNewer && !following { whole = [error(.stale)] }
    for index in fields.indices { compare(index, base, stored, isNewer: isNewer && !following, following, environment) }
    try refreshJoins(stored, following: following, in: environment)
    self.base = stored
    // Transient properties stay as they are: the stored record has none.
    Record.schema.copy(Record.schema.columns.indices, from: stored, to: &draft)
    for index in fields.indices where fields[index].isChanged { assign(index, in: environment) }
    for index in groups.indices { try refreshGroup(index, of: stored, in: environment, following: following) }
  }

  private func error(_ rule: RuleName) -> ValidationError {
    ValidationError(model: Record.schema.modelName, path: [], rule: rule)
  }

  /// Compares the stored value of a field with the one beside which it was changed.
  private mutating func compare(
    _ index: Int, _ base: Record, _ stored: Record, isNewer: Bool, _ following: Bool, _ environment: FormEnvironment
  ) {
    let (facts, access) = (plan.fields[index].facts, plan.fields[index].access)
    guard let column = access.column, access.value(base) != access.value(stored), !isSame(base, stored, in: column)
    else { return }
    let theirs = facts.input(of: access.value(stored), in: environment.locale)
    let isMine = fields[index].isChanged
    fields[index].initial = theirs
    if !isMine { fields[index].input = theirs }
    if following || !isMine && !isNewer { return }
    fields[index].theirs = theirs
    // A password that is not shown is changed by others without a trace in its text.
    let isSame = fields[index].input == theirs && facts.control != .password
    if isMine && !isSame { fields[index].conflict = facts.error(.conflict) }
  }

  /// Whether a column has the same value in two records. As untyped values, NaN differs from itself.
  private func isSame(_ first: Record, _ second: Record, in column: Column<Record>) -> Bool {
    guard let number = Record.schema.columns.firstIndex(where: { $0.name == column.name }) else { return false }
    return Record.schema.isSame(first, second, inColumn: number)
  }

  /// Takes over children that others have added and deleted.
  private mutating func refreshGroup(
    _ index: Int, of owner: Record, in environment: FormEnvironment, following: Bool
  ) throws {
    var fresh: [(id: String, node: any FormNode)] = []
    for node in try plan.groups[index].nodes(of: owner, in: environment) {
      if let id = node.recordText { fresh.append((id, node)) }
    }
    let stored = Set(fresh.map(\.id))
    var kept: [ItemState] = []
    for var item in groups[index].items {
      if let id = item.node.recordText, !stored.contains(id) {
        if item.isRemoved || !item.node.isChanged { continue }
        item.isGone = true
        item.node.whole = [ValidationError(model: plan.groups[index].childModel, path: [], rule: .deleted)]
      } else {
        try item.node.refresh(in: environment, following: following)
      }
      kept.append(item)
    }
    let known = Set(kept.compactMap(\.node.recordText))
    groups[index].items = kept
    groups[index].reindex()
    for (id, node) in fresh where !known.contains(id) { groups[index].append(node) }
  }
}
