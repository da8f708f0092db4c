extension RecordInStore {
  // MARK: - Relations to one

  /// Creates and saves a record that belongs to this one, replacing the previous one.
  ///
  /// ```swift
  /// try store.of(user).create(\.profile) { $0.name = "Ann" }
  /// ```
  ///
  /// - Throws: The errors of ``set(_:to:)``. Nothing is changed then.
  @discardableResult public func create<Target: Model>(
    _ relation: any KeyPath<Record.Relations, Relation<Record, ToOne<Target>>> & Sendable,
    _ build: (inout Target) throws -> Void = { _ in }
  ) throws -> Target {
    try Record.relations[keyPath: relation].core.finder(of: record, in: store).create(build)
  }

  /// Replaces the record that belongs to this one, and saves the new one.
  ///
  /// The previous record, which reading the relation gives, is destroyed, deleted, or loses its key, according to the
  /// relation's ``Dependent``. Others with the key stay.
  ///
  /// - Throws: ``StoreError`` when this record was never saved or no longer exists; any error of saving. Nothing is
  ///   changed then.
  public func set<Target: Model>(
    _ relation: any KeyPath<Record.Relations, Relation<Record, ToOne<Target>>> & Sendable, to related: inout Target
  ) throws {
    try records(relation).append(&related)
  }

  /// Removes the record that belongs to this one, as ``set(_:to:)`` does with the previous record.
  ///
  /// - Returns: Whether a record belonged to this one.
  @discardableResult public func remove<Target: Model>(
    _ relation: any KeyPath<Record.Relations, Relation<Record, ToOne<Target>>> & Sendable
  ) throws -> Bool {
    try records(relation).removeAll() > 0
  }

  private func records<Target: Model>(
    _ relation: any KeyPath<Record.Relations, Relation<Record, ToOne<Target>>> & Sendable
  ) -> RelatedRecords<Record, Target> {
    RelatedRecords(owner: record, core: Record.relations[keyPath: relation].core, store: store)
  }
}

// MARK: - Saving together

extension ModelTable {
  /// Saves a parent, which may be new, and then a record with the parent's key, as one changeset.
  ///
  /// ```swift
  /// try todos.save(&todo, with: \.project, &project)
  /// ```
  ///
  /// - Throws: Any error of saving either record. Nothing is changed then.
  public func save<Target: Model>(
    _ record: inout Record, with relation: any KeyPath<Record.Relations, Relation<Record, ToParent<Target>>> & Sendable,
    _ parent: inout Target
  ) throws {
    let key = Record.relations[keyPath: relation].core.ownKey
    try store.finishing {
      (record, parent) = try store.inCall {
        var (child, saved) = (record, parent)
        try store.table(Target.self).save(&saved)
        key.assign(&child, saved.id)
        try store.table(Target.self).following(&saved) { try save(&child) }
        return (child, saved)
      }
    }
  }

  /// Saves a record, which may be new, and then its children, as one changeset.
  ///
  /// ```swift
  /// try projects.save(&project, with: \.todos, &todos)
  /// ```
  ///
  /// - Throws: Any error of saving any of the records. Nothing is changed then.
  public func save<Target: Model>(
    _ record: inout Record, with relation: any KeyPath<Record.Relations, Relation<Record, ToMany<Target>>> & Sendable,
    _ children: inout [Target]
  ) throws {
    let core = Record.relations[keyPath: relation].core
    try store.finishing {
      (record, children) = try store.inCall {
        var (owner, given) = (record, children)
        try save(&owner)
        let saved = owner
        try following(&owner) {
          for index in given.indices { try core.give(&given[index], to: saved, in: store) }
        }
        return (owner, given)
      }
    }
  }
}
