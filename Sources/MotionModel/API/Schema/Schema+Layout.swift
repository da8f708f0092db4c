/// What the API knows of a model beside its ``TableLayout``, for code that does not know the model's type.
final class ModelTraits: Sendable {
  let type: any Model.Type
  /// Returns the record of a row.
  let record: @Sendable (_ row: Row) -> any Model
  /// Runs the commit check, if the model has one. It is read at each run, because it may be computed from the schema,
  /// which is being created when the traits are.
  let judge: @Sendable (Changeset, Store) throws -> Void
  /// Calls middleware for the model.
  let middleware: MiddlewareCalls
  /// Returns the index of the column with a name; nil if there is none.
  let columnIndex: @Sendable (_ name: String) -> Int?
  /// The hooks, if the model has any. A closure, because hooks may mention the schema.
  let hooks: @Sendable () -> HookPlan?
  /// What files of earlier versions need to know.
  let history: SchemaHistory
  /// Initializes memory with new records, which have the columns' defaults.
  let makeNew: @Sendable (_ rows: MutableRow, _ count: Int) -> Void

  fileprivate init<Record: Model>(_ model: Record.Type, _ memory: RowMemory, _ history: SchemaHistory) {
    (type, self.history) = (model, history)
    record = { $0[Record.self] }
    judge = { changeset, store in try Record.commitCheck?.check(changeset.changes(of: Record.self), store) }
    middleware = MiddlewareCalls(model)
    columnIndex = { Record.schema.index(of: $0) }
    hooks = { Record.hooks.plan }
    makeNew = { rows, count in
      SchemaCreation.check(Record.self)
      let defaults = Record.schema.defaults
      memory.make(rows, count)
      if defaults.isEmpty { return }
      for row in 0..<count {
        for applyDefault in defaults { applyDefault(&(rows + row * memory.stride)[Record.self]) }
      }
    }
  }
}

extension TableLayout {
  /// What the API knows of the model. Every layout is made by a ``Schema``, which gives it traits as its owner.
  var traits: ModelTraits { unsafeDowncast(owner, to: ModelTraits.self) }

  /// The model.
  var type: any Model.Type { traits.type }
}

extension Model {
  /// The layout, for code that does not know the model.
  static var tableLayout: TableLayout { schema.layout }
}

extension Schema {
  /// Creates the layout of the model's tables.
  static func layout(
    _ memory: RowMemory, _ columns: [Column<Record>], idColumn: Int, idOffset: Int?,
    _ relations: [DeclaredRelation], _ declarations: [Schema<Record>.Declaration], _ history: SchemaHistory
  ) -> TableLayout {
    let requiredKeys = relations.compactMap(requiredKey)
    RequiredKeys.shared.add(requiredKeys)
    Self.declareDerived(relations, declarations.compactMap(\.derived))
    func index(_ keyPath: PartialKeyPath<Record>?) -> Int? { columns.firstIndex { $0.keyPath == keyPath } }
    let timestamps = declarations.compactMap(\.timestamps)
    return TableLayout(
      slot: ModelSlots.shared.slot(of: Record.self), name: nameOfType, memory,
      columns.map {
        ColumnLayout(name: $0.name, options: $0.options, operations: $0.operations, caseless: $0.caseless)
      },
      isExternal: Record.Adapter.self != ArrayAdapter.self, idColumn: idColumn,
      id: idOperations(columns[idColumn].operations, at: idOffset),
      indexes: indexes(of: columns, idColumn: idColumn, declarations.compactMap(\.index), relations),
      created: index(only(timestamps.compactMap(\.created?.keyPath), "the time of the first save")),
      updated: index(only(timestamps.compactMap(\.updated?.keyPath), "the time of the latest save")),
      version: index(only(declarations.compactMap(\.version?.column.keyPath), "the version")),
      requiredKeys: requiredKeys,
      foreignKeys: relations.compactMap { relation in
        relation.relation.ownKeyPath.flatMap { key in columns.first { $0.isColumn(of: key) }?.name }
      },
      links: { relations.flatMap(\.relation.links) },
      notesTouches: { Record.hooks.plan?.afterTouch != nil }, isJudged: { Record.commitCheck != nil },
      owner: ModelTraits(Record.self, memory, history))
  }

  /// Returns the key of a relation whose parent must be stored; nil for others. Traps if the declaration is wrong.
  private static func requiredKey(of relation: DeclaredRelation) -> RequiredKey? {
    let reference = relation.relation.reference
    if let problem = reference.problem { refuse("has the relation \"\(relation.name)\", \(problem)") }
    if !reference.mustExist { return nil }
    return RequiredKey(
      name: relation.name, links: relation.relation.links, allowsNone: !reference.isRequired,
      onDelete: reference.onDelete)
  }

  /// Returns the only property for a purpose; traps if there are several.
  private static func only<Property>(_ properties: [Property], _ purpose: String) -> Property? {
    if properties.count > 1 { refuse("has two columns for \(purpose): remove one") }
    return properties.first
  }

  private static func idOperations(_ column: ColumnOperations, at offset: Int?) -> IDOperations {
    if Record.ID.self == Int.self, let offset {
      // Compiled for the type of nearly all ids.
      return IDOperations(column, StoredProperty<Int>(offset: offset)) { $0[Int.self, at: offset] = $1 }
    }
    return IDOperations(column, IDProperty<Record>.reader(at: offset)) { $0[Record.self].id = $1 }
  }

  // MARK: - Indexes

  private static func indexes(
    of columns: [Column<Record>], idColumn: Int, _ declared: [@Sendable () -> Index<Record>],
    _ relations: [DeclaredRelation]
  ) -> DeclaredIndexes {
    let ofColumns = columns.indices.flatMap { indexes(of: columns[$0], $0, isID: $0 == idColumn) }
    return DeclaredIndexes(ofColumns) {
      let own = declared.map { $0().definition }
      let names = Set((ofColumns + own).map(\.name))
      return own + indexesForParents(relations).filter { !names.contains($0.name) }
    }
  }

  /// The indexes from which columns of parents are read that follow from records of this model.
  private static func indexesForParents(_ relations: [DeclaredRelation]) -> [IndexDefinition] {
    // A parent's schema says what follows from its children, and may not have been needed yet.
    for relation in relations where relation.kind == .belongsTo {
      for target in relation.targets { _ = target.tableLayout }
    }
    var names: Set<String> = []
    let updates = Derivations.shared.of(ModelSlots.shared.slot(of: Record.self))?.updates ?? []
    return updates.flatMap(\.columns).flatMap { $0.indexes() }.filter { names.insert($0.name).inserted }
  }

  // MARK: - Derived columns

  private static func declareDerived(_ relations: [DeclaredRelation], _ derived: [Derived<Record>]) {
    let updates = relations.flatMap(\.relation.parentUpdates)
    let slot = ModelSlots.shared.slot(of: Record.self)
    if updates.isEmpty && derived.isEmpty { return }
    Derivations.shared.add(slot) {
      let ofRelations = updates.enumerated().map { number, update in
        Derivations.Declared(key: [slot, number], ownerSlot: update.link.parentSlot, column: nil, update: update)
      }
      return ofRelations
        + derived.enumerated().map { number, derived in
          let column = derived.make()
          var update: ParentUpdate?
          if case .children(let link) = column.source {
            update = ParentUpdate(link: link, columns: [column])
          }
          return Derivations.Declared(key: [slot, -1, number], ownerSlot: slot, column: column, update: update)
        }
    }
  }

  private static func indexes(of column: Column<Record>, _ number: Int, isID: Bool) -> [IndexDefinition] {
    let reference = ColumnReference(column, number)
    var indexes: [IndexDefinition] = []
    if column.options.contains(.indexed) && !isID {
      indexes.append(.hash([reference], isUnique: column.options.contains(.unique)))
    }
    if let caseless = column.caseless { indexes.append(.hash(.hashIgnoringCase, reference, folded: caseless)) }
    if let plain = column.withoutAccents {
      if column.options.contains(.indexedIgnoringCaseAndAccents) {
        indexes.append(.hash(.hashIgnoringCaseAndAccents, reference, folded: plain))
      }
      if column.options.contains(.orderedIgnoringCaseAndAccents) {
        indexes.append(.ordered([reference], folded: plain))
      }
    }
    if column.options.contains(.ordered) { indexes.append(.ordered([reference])) }
    return indexes
  }
}
