import MotionModel

/// Writing to the store, by what is shown. The live result changes with the commit, as it does when anybody else
/// writes.
///
/// Indexes are those of ``LiveResults/elements`` at the time of the call. Where other threads write, an index may by
/// then be that of another record: use `live(on: queue)` on its queue, or write to the record itself.
extension LiveResults {
  /// Creates a record with the values that the conditions of the finder require by `==`, as `finder.create` does.
  ///
  /// ```swift
  /// let paint = project.todos.where(\.priority > 2).live()
  /// try paint.append(Todo(name: "Paint the door", priority: 3))   // in this project
  /// ```
  ///
  /// It is shown in its place in the finder's order, unless that is outside of the finder's window, or a record with
  /// the same distinct columns comes before.
  ///
  /// - Returns: The record as it was stored.
  /// - Throws: ``LiveError/notSelected(model:)`` when the record, as it would be stored, does not meet the conditions;
  ///   the errors of `finder.create`, for example when a stored record has the same id. Nothing is stored then.
  @discardableResult
  public func append(_ record: Record) throws -> Record { try finder.append(record) }

  /// Creates records as ``append(_:)`` does, as one commit.
  ///
  /// - Returns: The records as they were stored.
  /// - Throws: The errors of ``append(_:)``, for the first record that is refused. No record is stored then.
  @discardableResult
  public func append(contentsOf records: some Sequence<Record>) throws -> [Record] {
    try finder.store.inTransaction { try records.map(append) }
  }

  /// Destroys the record at an index, with the records that depend on it.
  ///
  /// - Returns: The record as it was stored.
  /// - Throws: ``LiveError/noRecord(model:index:count:)`` when there is none at the index; `StoreError.recordGone` when
  ///   it was deleted since it was shown; or any error of `ModelTable.destroy`. Nothing is changed then.
  @discardableResult
  public func remove(at index: Int) throws -> Record { try table.remove(id(at: index)) }

  /// Changes the record at an index, and saves it.
  ///
  /// ```swift
  /// try urgent.update(at: 0) { $0.done = true }
  /// ```
  ///
  /// The closure is given the record as it is stored, so nothing is lost that others wrote since it was shown. If the
  /// record does not meet the conditions afterwards, it is not shown any more.
  ///
  /// - Returns: The record as it was stored.
  /// - Throws: ``LiveError/noRecord(model:index:count:)`` when there is none at the index; `StoreError.recordGone` when
  ///   it was deleted since it was shown; or any error of `change` or of saving. Nothing is changed then.
  @discardableResult
  public func update(at index: Int, _ change: (inout Record) throws -> Void) throws -> Record {
    try table.update(id(at: index), change)
  }

  private var table: ModelTable<Record> { finder.store.table(Record.self) }

  private func id(at index: Int) throws -> Record.ID {
    let elements = elements
    guard elements.indices.contains(index) else {
      throw LiveError.noRecord(model: Record.schema.modelName, index: index, count: elements.count)
    }
    return elements[index].id
  }
}

extension Finder {
  /// Creates a record that meets the conditions.
  func append(_ record: Record) throws -> Record {
    try store.inTransaction {
      let stored = try create(record)
      if !matches(stored) { throw LiveError.notSelected(model: Record.schema.modelName) }
      return stored
    }
  }
}
