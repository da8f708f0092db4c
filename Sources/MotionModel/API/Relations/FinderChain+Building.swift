extension FinderChain {
  /// A new record that takes over what the conditions say by `==`, which is not saved.
  ///
  /// ```swift
  /// let todo = project.todos.where(\.priority).eq(3).build { $0.name = "Paint the door" }
  /// todo.projectID   // => project.id
  /// todo.priority    // => 3
  /// ```
  ///
  /// - Parameter build: Completes the record.
  public func build(_ build: (inout Record) throws -> Void) rethrows -> Record {
    var record = self.build()
    try build(&record)
    return record
  }

  /// A new record that takes over what the conditions say by `==`, which is not saved.
  public func build() -> Record {
    var record = Record.new()
    finder.query.predicate.assign(to: &record)
    return record
  }

  /// A new record that takes over what the conditions say by `==`, and is saved.
  ///
  /// Through a relation, refined or not, it belongs to the record that was asked, which has to be in the store; through records
  /// that join two models, it is joined to it.
  ///
  /// ```swift
  /// try project.todos.where(\.priority).eq(3).create { $0.name = "Paint the door" }
  /// ```
  ///
  /// - Parameter build: Completes the record.
  /// - Returns: The record as it was stored, with its id.
  /// - Throws: ``StoreError`` when the record that it would belong to was never saved or is no longer there, and what saving the
  ///   record throws, or `build`. Then nothing is stored.
  @discardableResult
  public func create(_ build: (inout Record) throws -> Void = { _ in }) throws -> Record {
    let store = finder.store
    if let ownership = finder.ownership { return try ownership.create(in: store) { try self.build(build) } }
    var record = try self.build(build)
    try store.table(Record.self).insert(&record)
    return record
  }
}

extension PredicateNode {
  /// Gives a record the values that a record has to have to meet this, as far as they are told by `==`.
  fileprivate func assign<Record: Model>(to record: inout Record) {
    for case .comparison(let column, .equal, let operand) in conjuncts {
      guard let value = operand as? any ColumnValue else { continue }
      // A value that was compared with a column fits it.
      _ = withUnsafeMutablePointer(to: &record) {
        column.operations.assign(value.attribute, UnsafeMutableRawPointer($0))
      }
    }
  }
}
