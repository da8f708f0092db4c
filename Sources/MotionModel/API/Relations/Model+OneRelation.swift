extension Model {
  // MARK: - Relations to one

  /// Creates and saves a record that belongs to this one, replacing the previous one.
  ///
  /// ```swift
  /// try user.create(\.profile) { $0.name = "Ann" }
  /// ```
  ///
  /// - Throws: The errors of ``set(_:to:)-(_,Target)``. Nothing is changed then.
  @discardableResult public func create<Target: Model>(
    _ relation: any KeyPath<Relations, Relation<Self, ToOne<Target>>> & Sendable,
    _ build: (inout Target) throws -> Void = { _ in }
  ) throws -> Target {
    try inCurrentStore.create(relation, build)
  }

  /// Replaces the record that belongs to this one, and saves the new one.
  ///
  /// The previous record, which reading the relation gives, is destroyed, deleted, or loses its key, according to the
  /// relation's ``Dependent``. Others with the key stay.
  ///
  /// - Throws: ``StoreError`` when this record was never saved or no longer exists; any error of saving. Nothing is
  ///   changed then.
  public func set<Target: Model>(
    _ relation: any KeyPath<Relations, Relation<Self, ToOne<Target>>> & Sendable, to record: inout Target
  ) throws {
    try inCurrentStore.set(relation, to: &record)
  }

  /// Removes the record that belongs to this one, as ``set(_:to:)-(_,Target)`` does with the previous record.
  ///
  /// - Returns: Whether a record belonged to this one.
  @discardableResult public func remove<Target: Model>(
    _ relation: any KeyPath<Relations, Relation<Self, ToOne<Target>>> & Sendable
  ) throws -> Bool {
    try inCurrentStore.remove(relation)
  }

  // MARK: - Saving together

  /// Saves a parent, which may be new, and then this record with the parent's key, as one changeset.
  ///
  /// ```swift
  /// var project = Project.new { $0.name = "House" }
  /// var todo = Todo.new { $0.name = "Paint the door" }
  /// try todo.save(with: \.project, &project)
  /// ```
  ///
  /// - Throws: Any error of saving either record. Nothing is changed then.
  public mutating func save<Target: Model>(
    with relation: any KeyPath<Relations, Relation<Self, ToParent<Target>>> & Sendable, _ parent: inout Target
  ) throws {
    try Self.table.save(&self, with: relation, &parent)
  }

  /// Saves this record, which may be new, and then its children, as one changeset.
  ///
  /// ```swift
  /// var project = Project.new { $0.name = "House" }
  /// var todos = [Todo("Paint the door"), Todo("Sweep")]
  /// try project.save(with: \.todos, &todos)
  /// ```
  ///
  /// - Throws: Any error of saving any of the records. Nothing is changed then.
  public mutating func save<Target: Model>(
    with relation: any KeyPath<Relations, Relation<Self, ToMany<Target>>> & Sendable, _ children: inout [Target]
  ) throws {
    try Self.table.save(&self, with: relation, &children)
  }
}
