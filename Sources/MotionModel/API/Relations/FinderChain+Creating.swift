extension FinderChain {
  /// Returns a new, unsaved record with the values that the conditions require by `==`.
  ///
  /// ```swift
  /// let todo = project.todos.where(\.priority).eq(3).new { $0.name = "Paint the door" }
  /// todo.projectID   // => project.id
  /// todo.priority    // => 3
  /// ```
  ///
  /// Through a relation, it traps if the owner was never saved: the new record could not belong to it.
  ///
  /// - Parameter build: Completes the record.
  @inlinable public func new(_ build: (inout Record) throws -> Void) rethrows -> Record {
    let finder = finder
    return try finder.store.asCurrent {
      var record = finder.made()
      try build(&record)
      record.initialized()
      return record
    }
  }

  /// Returns a new, unsaved record with the values that the conditions require by `==`; see ``new(_:)``.
  @inlinable public func new() -> Record { new { _ in } }

  /// Creates and saves a record with the values that the conditions require by `==`.
  ///
  /// Through a relation, refined or not, the new record belongs to the owner of the relation, which must be stored.
  /// Through a many-to-many relation, the new record is joined to the owner.
  ///
  /// ```swift
  /// try project.todos.where(\.priority).eq(3).create { $0.name = "Paint the door" }
  /// ```
  ///
  /// - Parameter build: Completes the record.
  /// - Returns: The record as it was stored, with its id.
  /// - Throws: ``StoreError`` when the owner was never saved or no longer exists; any error of saving the record or
  ///   of `build`. Nothing is stored then.
  @inlinable @discardableResult public func create(_ build: (inout Record) throws -> Void = { _ in }) throws -> Record {
    let finder = finder
    if let ownership = finder.ownership { return try ownership.create(in: finder.store) { try finder.new(build) } }
    var record = try finder.new(build)
    try finder.store.table(Record.self).insert(&record)
    return record
  }
}

extension Finder {
  /// Returns a new record with the values that the conditions require, and runs no hooks. The store is in use.
  @usableFromInline func made() -> Record {
    ownership?.checkOwnerIsSaved()
    var record = Record.made()
    query.predicate.assign(to: &record)
    return record
  }
}

extension FinderChain {
  /// Saves a new record with the values that the conditions require by `==`.
  ///
  /// ```swift
  /// try todos.create(Todo(name: "Sweep"))
  /// try project.todos.create(Todo(name: "Paint the door"))
  /// ```
  ///
  /// The record has the initial values of its properties, not the defaults of its columns, nor what the model's
  /// ``Model/defaultScope`` requires.
  ///
  /// - Returns: The record as it was stored, with its id.
  /// - Throws: The errors of ``create(_:)-((Self.Record)->Void)``. Nothing is stored then.
  @discardableResult public func create(_ record: Record) throws -> Record {
    let finder = finder
    var record = record
    finder.query.own.assign(to: &record)
    if let ownership = finder.ownership { return try ownership.create(in: finder.store) { record } }
    try finder.store.table(Record.self).insert(&record)
    return record
  }
}

extension PredicateNode {
  /// Assigns to a record the values that the predicate requires by `==`.
  fileprivate func assign<Record: Model>(to record: inout Record) {
    for case .comparison(let test) in conjuncts where test.comparison == .equal {
      withRow(of: &record) { test.column.operations.set(test.operand, $0) }
    }
  }
}
