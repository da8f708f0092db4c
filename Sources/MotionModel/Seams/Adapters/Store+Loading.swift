/// Loads the records of adapters on which a write depends, before the write: records with the same ids, records with
/// the same unique values, and the parents and children that the write affects.
///
/// The rows are added to the tables of the transaction. The engine then works on them as on any others.
extension Store {
  /// Loads the records on which a write or a deletion of rows depends. The calling task is inside a transaction.
  ///
  /// - Parameter forSaving: Whether rows are saved, so that the records with the same unique values are needed too.
  func load(_ rows: [Row], of layout: TableLayout, forSaving: Bool) throws {
    if isInMemory(layout) { return }
    try loadAround(rows, of: layout, forSaving: forSaving)
    if !forSaving { try loadOrphans(of: rows, layout) }
  }

  /// Loads the stored records, their parents, and the children that are counted in them.
  ///
  /// - Parameter transaction: The transaction of the calling task, if the caller knows it.
  func loadAround(
    _ rows: some Collection<Row>, of layout: TableLayout, forSaving: Bool, in transaction: OpenTransaction? = nil,
    isRebuilding: Bool = false
  ) throws {
    if layout.isExternal {
      try loadRecords(with: rows, of: layout, in: transaction)
      if forSaving { try loadUniqueMatches(by: rows, of: layout) }
    }
    if Derivations.shared.of(layout.slot) == nil { return }
    let rows = Array(rows)
    try loadSources(of: rows, layout, isRebuilding: isRebuilding)
    let table = tables.version(layout)
    try withExtendedLifetime(table) {
      let stored = rows.compactMap { table.position(of: $0) }.map { table.rows[$0] }
      try loadParents(of: rows + stored, layout)
    }
  }

  /// Loads the records on which a write or a deletion of records depends; see ``load(_:of:forSaving:)``.
  func load<Record: Model>(_ records: [Record], forSaving: Bool) throws {
    if isInMemory(Record.schema.layout) { return }
    try withRows(of: records) { try load($0, of: Record.schema.layout, forSaving: forSaving) }
  }

  /// Loads the record with an id and the records on which its deletion depends; see ``load(_:of:forSaving:)``.
  func load<Record: Model>(_ id: Record.ID, of model: Record.Type) throws {
    let layout = Record.schema.layout
    if !layout.isExternal { return }
    try model.withIDRow(id) { try load([$0], of: layout, forSaving: false) }
  }

  /// Loads the records that a changeset changes, and the records on which the changes depend.
  func load(_ changeset: Changeset) throws {
    if adapters.isEmpty && !changeset.isExternal { return }
    for part in changeset.parts {
      let rows = part.entries.flatMap { [$0.old, $0.new] }.compactMap { $0.map(part.address) }
      try load(rows, of: part.layout, forSaving: true)
      let deleted = part.entries.filter { $0.kind == .delete }.map { part.address($0.row) }
      try loadOrphans(of: deleted, part.layout)
    }
  }

  /// Loads the required parents of the records written in a transaction, and the children that require a deleted
  /// record.
  func loadParents(of transaction: OpenTransaction) throws {
    if adapters.isEmpty { return }
    for part in transaction.changeset.parts {
      let entries = part.entries
      for link in part.layout.requiredKeys.flatMap(\.links) {
        try load(link, .toParent, from: entries.compactMap { $0.new.map(part.address) })
      }
      let deleted = entries.filter { $0.kind == .delete }.map { part.address($0.row) }
      for link in RequiredKeys.shared.keys(of: part.layout.slot).flatMap(\.links)
      where link.parentSlot == part.layout.slot {
        try load(link, .toChildren, from: deleted)
      }
    }
  }

  /// Loads the required parents of records.
  func loadParents<Record: Model>(of records: [Record]) throws {
    if adapters.isEmpty { return }
    for link in Record.schema.layout.requiredKeys.flatMap(\.links) {
      try withRows(of: records) { try load(link, .toParent, from: $0) }
    }
  }

  /// Loads the records to which a route leads from some records.
  func load<Record: Model>(_ steps: [Route.Step], from records: [Record]) throws {
    if adapters.isEmpty { return }
    try withRows(of: records) { rows in
      var (rows, tables) = (rows, [TableVersion]())
      for step in steps {
        try load(step.link, step.direction, from: rows)
        let reader = RouteReader(step, in: self.tables)
        tables.append(reader.table)
        rows = reader.rows(of: rows).positions.map { reader.table.rows[$0] }
      }
      withExtendedLifetime(tables) {}
    }
  }

  /// Loads all records of a model that an adapter keeps.
  func loadAll(_ layout: TableLayout) throws {
    if layout.isExternal { try load(layout, Query()) }
  }

  /// Loads all records of a model, with the inputs and the dependents of its derived columns.
  func loadAllWithSources(_ layout: TableLayout) throws {
    if isInMemory(layout) { return }
    try loadAll(layout)
    let table = tables.version(layout)
    try withExtendedLifetime(table) {
      try loadAround(table.positions.map { table.rows[$0] }, of: layout, forSaving: false, isRebuilding: true)
    }
  }

  // MARK: - Parts

  /// Loads the records with the ids of some rows, unless the tables have them already.
  private func loadRecords(with rows: some Collection<Row>, of layout: TableLayout, in known: OpenTransaction?) throws {
    let transaction = known ?? openTransaction
    let others = rows.filter { row in
      layout.id.isAssigned(row) && !transaction.hasLoaded(row, of: layout) { storedForm(of: layout) }
    }
    if !others.isEmpty { try load(layout, withIDs: layout.columns[layout.idColumn].operations.values(others)) }
  }

  /// Loads the records that may have a unique value of some rows. If some rows need a new id, it also loads the record
  /// with the highest id.
  private func loadUniqueMatches(by rows: some Collection<Row>, of layout: TableLayout) throws {
    if rows.isEmpty { return }
    for index in layout.indexes.all where index.isUnique {
      if index.kind != .hash || index.condition != nil || index.columns.isEmpty {
        try loadAll(layout)
        continue
      }
      let sharing = rows.map { row in
        PredicateNode.all(index.columns.map { .membership($0, $0.operations.values([row])) })
      }
      try load(layout, Query(predicate: .any(sharing)))
    }
    let newCount = rows.count { !layout.id.isAssigned($0) }
    if newCount > 0 { try prepareIDs(newCount, of: layout.type) }
  }

  /// Prepares the ids of new records: those that the adapter gives, or the record with the highest id.
  private func prepareIDs<Record: Model>(_ count: Int, of model: Record.Type) throws {
    let (layout, transaction) = (Record.schema.layout, openTransaction)
    if transaction.hasReserved(count, of: layout) { return }
    if let adapter = adapter(Record.Adapter.self, of: model) as? any IDGiving,
      let given = try adapter.giveIDs(count, of: model)
    {
      return transaction.reserve(given, of: layout)
    }
    try transaction.loadHighestID(of: layout) {
      try load(layout, Query(order: [OrderTerm(Record.schema.idReference, .descending, .last)], limit: 1))
    }
  }

  /// Loads the parents that a write of rows changes, their parents in turn, and the children that are counted in each
  /// parent.
  private func loadParents(of rows: [Row], _ layout: TableLayout) throws {
    var work = [(rows: rows, layout: layout, isFirst: true)]
    // The parents that were reached by each update, because records may be their own parents' parents.
    var (visited, tables) = ([[Int]: Set<Int>](), [TableVersion]())
    while let (rows, layout, isFirst) = work.popLast() {
      guard let derivations = Derivations.shared.of(layout.slot) else { continue }
      for route in derivations.routes { try loadAll(on: route.source, of: route.column) }
      for (index, update) in derivations.updates.enumerated() where isFirst || update.heedsValues {
        try load(update.link, .toParent, from: rows)
        let (number, parents) = ([layout.slot, index], self.tables.version(update.link.parent))
        tables.append(parents)
        let positions = Set(rows.compactMap { update.link.operations.parentPosition($0, parents) })
        let found = positions.subtracting(visited[number] ?? []).map { parents.rows[$0] }
        if found.isEmpty { continue }
        visited[number, default: []].formUnion(positions)
        try loadChildren(of: found, by: update.link, for: update.columns)
        work.append((found, update.link.parent, false))
      }
    }
    withExtendedLifetime(tables) {}
  }

  /// Loads the children that change or are deleted with some rows, their children in turn, and the records on which
  /// these changes depend.
  private func loadOrphans(of rows: [Row], _ layout: TableLayout) throws {
    var work = [(rows: rows, layout: layout)]
    var (visited, tables) = ([Int: RowSet](), [TableVersion]())
    while let (rows, layout) = work.popLast() {
      if rows.isEmpty || !RequiredKeys.shared.act(on: layout.slot) { continue }
      for (key, link) in RequiredKeys.shared.actingKeys(of: layout.slot) {
        try load(link, .toChildren, from: rows)
        let reader = RouteReader(Route.Step(link: link, direction: .toChildren), in: self.tables)
        tables.append(reader.table)
        let found = reader.rows(of: rows).subtracting(visited[link.childSlot] ?? RowSet())
        visited[link.childSlot, default: RowSet()].formUnion(found)
        let children = found.positions.map { reader.table.rows[$0] }
        try loadAround(children, of: link.child, forSaving: false)
        if key.onDelete == .delete { work.append((children, link.child)) }
      }
    }
    withExtendedLifetime(tables) {}
  }

  /// Loads the records from which columns of some rows follow.
  private func loadSources(of rows: [Row], _ layout: TableLayout, isRebuilding: Bool) throws {
    var updates: [ParentUpdate] = []
    for column in Derivations.shared.of(layout.slot)?.columns ?? [] {
      switch column.source {
      case .children(let link): updates.append(ParentUpdate(link: link, columns: [column]))
      case .route(let source): try loadAll(on: source, of: column)
      case .own: continue
      }
    }
    for update in ParentUpdate.joined(updates) {
      try loadChildren(of: rows, by: update.link, for: update.columns, isRebuilding: isRebuilding)
    }
  }

  /// Loads what derived columns of some parents follow from: facts about their children, or the children themselves
  /// where there are no facts.
  private func loadChildren(
    of parents: [Row], by link: Link, for columns: [DerivedColumn], isRebuilding: Bool = false
  ) throws {
    if columns.isEmpty || !link.child.isExternal { return }
    // A record that was never saved has no children.
    var parents = parents.filter { link.operations.childHash($0) != nil }
    if parents.isEmpty { return }
    let facts = columns.compactMap(\.facts)
    if isRebuilding {
      openTransaction.forget(facts)
    } else if facts.count == columns.count {
      parents = takeFacts(about: parents, by: link, columns)
    }
    if !parents.isEmpty { try load(link, .toChildren, from: parents) }
  }

  /// Takes the columns of stored parents as facts about the children that the transaction has not loaded. Others
  /// cannot write to either meanwhile, so a column that is right stays right, however many children there are.
  ///
  /// - Returns: The other parents: those that are not stored, and all where the transaction is not one of the database.
  private func takeFacts(about parents: [Row], by link: Link, _ columns: [DerivedColumn]) -> [Row] {
    if transactional.isEmpty || link.child.type.adapterType != link.parent.type.adapterType { return parents }
    let tables = tables
    let (table, children) = (tables.version(link.parent), tables.version(link.child))
    lazy var reader = RouteReader(Route.Step(link: link, direction: .toChildren), in: tables)
    return withExtendedLifetime((table, children)) {
      let stored = parents.compactMap { table.position(of: $0) }.map { table.rows[$0] }
      for column in columns {
        guard let facts = column.facts else { continue }
        let operations = link.parent.columns[column.number()].operations
        var numbers: [AttributeValue: Int] = [:]
        for parent in stored {
          let id = link.parent.idAttribute(of: parent)
          if children.unloaded.knows(facts, ofParent: id) { continue }
          let loaded = reader.rows(of: parent).positions.map { facts.number(of: children.rows[$0]) }
          numbers[id] = loaded.reduce(operations.number(parent), &-)
        }
        // A save loads before its hooks, and again before it writes; and to note a number copies the table.
        if !numbers.isEmpty { openTransaction.note(numbers, facts) }
      }
      return parents.filter { table.position(of: $0) == nil }
    }
  }

  /// Loads all records on a route: which of them matter is known only when they are there.
  private func loadAll(on source: RouteSource, of column: DerivedColumn) throws {
    for layout in source.layouts() + [column.owner()] where layout.isExternal { try loadAll(layout) }
  }

  /// Loads the records to which a key leads from some rows.
  private func load(_ link: Link, _ direction: Route.Step.Direction, from rows: [Row]) throws {
    switch direction {
    case .toParent where link.parent.isExternal: try load(link.parent, withIDs: link.operations.parentIDs(rows))
    case .toChildren where link.child.isExternal:
      // A record that was never saved has no children.
      let rows = rows.filter { link.operations.childHash($0) != nil }
      if rows.isEmpty { return }
      try load(link.child, Query(predicate: .membership(link.column, link.operations.childKeys(rows))))
    case .toParent, .toChildren: return
    }
  }

  // MARK: - Reading from the adapter

  private func load(_ layout: TableLayout, _ query: Query) throws {
    func load<Record: Model>(_ model: Record.Type) throws {
      take(try adapter(Record.Adapter.self, of: model).read(RecordQuery<Record>(query)))
    }
    try load(layout.type)
  }

  private func load(_ layout: TableLayout, withIDs ids: any Sendable) throws {
    func load<Record: Model>(_ model: Record.Type) throws {
      guard let ids = ids as? [Record.ID] else { preconditionFailure("ids of another type") }
      let transaction = openTransaction
      let others = ids.filter { id in
        model.withIDRow(id) { row in !transaction.hasLoaded(row, of: layout) { storedForm(of: layout) } }
      }
      if !others.isEmpty { take(try adapter(Record.Adapter.self, of: model).records(of: model, withIDs: others)) }
    }
    try load(layout.type)
  }

  /// Adds records that an adapter has read to the tables of the transaction.
  private func take<Record: Model>(_ records: [Record]) {
    if records.isEmpty { return }
    let (transaction, layout) = (openTransaction, Record.schema.layout)
    withRows(of: records) { transaction.load($0, of: layout) { storedForm(of: layout) } }
  }

  private var openTransaction: OpenTransaction {
    guard let transaction else { preconditionFailure("Records of an adapter are loaded inside a transaction.") }
    return transaction
  }
}
