/// What runs around adding records to a relation and removing them from it.
struct RelationHooks<Owner: Model, Target: Model>: Sendable {
  var beforeAppend: [@Sendable (inout Target, Owner) throws -> Void] = []
  var afterAppend: [@Sendable (Target, Owner) throws -> Void] = []
  var beforeRemove: [@Sendable (Target, Owner) throws -> Void] = []
  var afterRemove: [@Sendable (Target, Owner) throws -> Void] = []
  /// The property that holds the place of a record; nil for a relation without an order of its own.
  var place: (any WritableKeyPath<Target, Int> & Sendable)?

  var isEmpty: Bool {
    beforeAppend.isEmpty && afterAppend.isEmpty && beforeRemove.isEmpty && afterRemove.isEmpty
  }
}

extension Relation {
  // Only relations to many have `append` and `remove`.

  /// Runs a closure before a record is added to this relation; it may change the record, or refuse by throwing.
  ///
  /// ```swift
  /// let todos = HasMany<Todo>(\.projectID)
  ///   .beforeAppend { todo, project in todo.position = project.todosCount + 1 }
  ///   .afterRemove { todo, project in try Note.create { $0.text = "\(todo.name) left \(project.name)" } }
  /// ```
  ///
  /// It runs for `append`, `replace`, `create` on the relation, and for attributes that write related records or their
  /// ids; not for a record that belongs to the owner already, nor where a key is set on the record itself. Inside,
  /// static calls use the store of the call. All that it writes is committed or undone with the call. Several closures
  /// run in the order of their declaration. Calls that closures make for the relation run them again, nested at most 32
  /// deep.
  ///
  /// - Parameter body: Receives the record and its owner, as that is stored.
  /// - Returns: The relation with the closure.
  public func beforeAppend<Target: Model>(
    _ body: @escaping @Sendable (_ record: inout Target, _ owner: Owner) throws -> Void
  ) -> Relation where Kind == ToMany<Target> {
    with { $0.beforeAppend.append(body) }
  }

  /// Runs a closure after a record was added to this relation, with the record as it is stored; see
  /// ``beforeAppend(_:)``.
  ///
  /// - Parameter body: Receives the record and its owner. It may throw, which undoes the call.
  /// - Returns: The relation with the closure.
  public func afterAppend<Target: Model>(
    _ body: @escaping @Sendable (_ record: Target, _ owner: Owner) throws -> Void
  ) -> Relation where Kind == ToMany<Target> {
    with { $0.afterAppend.append(body) }
  }

  /// Runs a closure before a record is removed from this relation by `remove`, `removeAll` or `replace`, or by
  /// attributes; see ``beforeAppend(_:)``.
  ///
  /// It does not run when a record is deleted or destroyed otherwise, nor when its owner is.
  ///
  /// - Parameter body: Receives the record and its owner. It may refuse by throwing.
  /// - Returns: The relation with the closure.
  public func beforeRemove<Target: Model>(
    _ body: @escaping @Sendable (_ record: Target, _ owner: Owner) throws -> Void
  ) -> Relation where Kind == ToMany<Target> {
    with { $0.beforeRemove.append(body) }
  }

  /// Runs a closure after a record was removed from this relation, with the record as it was; see ``beforeRemove(_:)``.
  ///
  /// - Parameter body: Receives the record and its owner. It may throw, which undoes the call.
  /// - Returns: The relation with the closure.
  public func afterRemove<Target: Model>(
    _ body: @escaping @Sendable (_ record: Target, _ owner: Owner) throws -> Void
  ) -> Relation where Kind == ToMany<Target> {
    with { $0.afterRemove.append(body) }
  }

  private func with(_ add: (inout RelationHooks<Owner, Kind.Target>) -> Void) -> Relation {
    var (relation, hooks) = (self, core.hooks)
    add(&hooks)
    relation.core = core.with(hooks)
    return relation
  }
}
