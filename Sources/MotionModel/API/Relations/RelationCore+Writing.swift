extension RelationCore {
  /// Makes a record belong to an owner, and saves it. In a relation to one, it replaces the present record.
  ///
  /// - Parameters:
  ///   - store: The store; the calling task is inside one of its transactions.
  ///   - isNew: Whether the record is being created, so that it must not replace another with its id.
  func give(_ record: inout Target, to owner: Owner, in store: Store, isNew: Bool = false) throws {
    if isOne {
      let present = try finder(of: owner, in: store).all
      try take(present.filter { isNew || $0.id != record.id }, from: owner, in: store)
    }
    try add(&record, to: owner, in: store, isNew: isNew)
  }

  /// Makes a record belong to an owner, and saves it. Other records stay, also in a relation to one.
  func add(_ record: inout Target, to owner: Owner, in store: Store, isNew: Bool) throws {
    if !hooks.isEmpty { return try giveWithHooks(&record, to: owner, in: store, isNew: isNew) }
    try giveQuietly(&record, to: owner, in: store, isNew: isNew)
  }

  private func giveQuietly(_ record: inout Target, to owner: Owner, in store: Store, isNew: Bool) throws {
    let table = store.table(Target.self)
    if case .theirs(let key)? = key {
      key.assign(&record, owner.id)
      if isNew { try table.insert(&record) } else { try table.save(&record) }
    } else {
      let joining = try writableJoin
      if isNew {
        try table.insert(&record)
      } else if try !record.id.isAssigned || table.find(record.id) == nil {
        try table.save(&record)
      }
      try joining.add(owner, [record], store)
    }
  }

  /// Removes records from their owner: destroys them, deletes them or clears their key, according to `dependent`.
  ///
  /// - Parameter store: The store; the calling task is inside one of its transactions.
  func take(_ records: [Target], from owner: Owner, in store: Store) throws {
    try run(hooks.beforeRemove, records, owner, in: store)
    try takeQuietly(records, from: owner, in: store)
    try run(hooks.afterRemove, records, owner, in: store)
  }

  private func run(
    _ hooks: [@Sendable (Target, Owner) throws -> Void], _ records: [Target], _ owner: Owner, in store: Store
  ) throws {
    for record in records { for hook in hooks { try run(owner, in: store) { try hook(record, $0) } } }
  }

  /// Runs a hook of the relation with the owner as it is stored, which the records that were added or removed before
  /// may have changed.
  private func run(_ owner: Owner, in store: Store, _ hook: (Owner) throws -> Void) throws {
    let stored = try store.table(Owner.self).fetched(owner.id) ?? owner
    try Lifecycle.inHooks(of: Owner.schema.layout, in: store.transaction) { try store.asCurrent { try hook(stored) } }
  }

  private func takeQuietly(_ records: [Target], from owner: Owner, in store: Store) throws {
    guard case .theirs(let key)? = key else { return try writableJoin.remove(owner, records.map(\.id), store) }
    switch dependent {
    case .destroy: _ = try Cascade(store).destroy(records)
    case .delete: try Cascade(store).delete(records)
    case .none, .nullify, .restrict:
      // The key alone is saved: hooks may have changed the stored records since these were read.
      for var record in records { try store.table(Target.self).update(&record) { key.assign(&$0, nil) } }
    }
  }

  /// Makes a record belong to an owner, with the hooks of the relation unless it belongs to the owner already.
  @inline(never)
  private func giveWithHooks(_ record: inout Target, to owner: Owner, in store: Store, isNew: Bool) throws {
    let isRelated = try !isNew && record.id.isAssigned && hasMember(record.id, of: owner, in: store)
    if !isRelated { for hook in hooks.beforeAppend { try run(owner, in: store) { try hook(&record, $0) } } }
    try giveQuietly(&record, to: owner, in: store, isNew: isNew)
    if !isRelated { try run(hooks.afterAppend, [record], owner, in: store) }
  }

  /// Whether the stored record with an id is related to an owner, whatever the scope of the relation says.
  private func hasMember(_ id: Target.ID, of owner: Owner, in store: Store) throws -> Bool {
    let predicate = predicate(of: owner) && Finder<Target>.node(id: id)
    return try Finder<Target>(in: store).with { $0.query.predicate = predicate }.first(1).first != nil
  }

  /// The writer of joining records; throws unless the relation is many-to-many.
  private var writableJoin: JoiningRecords<Owner, Target> {
    get throws(StoreError) {
      guard let joining else {
        throw .notWritable(model: Owner.schema.modelName, target: Target.schema.modelName)
      }
      return joining
    }
  }
}

extension Store {
  /// Runs `body` in a transaction that begins by checking that the owner is stored.
  ///
  /// - Throws: ``StoreError`` when the owner was never saved, or was deleted.
  func inTransaction<Owner: Model, Result>(with owner: Owner, _ body: () throws -> Result) throws -> Result {
    if !owner.id.isAssigned { throw StoreError.notSaved(model: Owner.schema.modelName) }
    return try inOwnTransaction {
      _ = try table(Owner.self).fetched(for: owner)
      return try body()
    }
  }
}
