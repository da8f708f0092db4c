public import MotionModel

/// Writing to the store, by what is shown. The live value changes with the commit, as it does when anybody else writes.
///
/// Indexes are those of what is shown at the time of the call. Where other threads write, an index may by then be that
/// of another record: use `live(on: queue)` on its queue, or write to the record itself.
extension LiveValue {
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
  public func append<Record>(_ record: Record) throws -> Record
  where Value == LiveElements<Record>, Change == LiveChange<Record> {
    try listing(LiveRecordListing<Record>.self).finder.append(record)
  }

  /// Creates records as `append(_:)` does, as one commit.
  ///
  /// - Returns: The records as they were stored.
  /// - Throws: The errors of `append(_:)`, for the first record that is refused. No record is stored then.
  @discardableResult
  public func append<Record>(contentsOf records: some Sequence<Record>) throws -> [Record]
  where Value == LiveElements<Record>, Change == LiveChange<Record> {
    try store.inTransaction { try records.map { try append($0) } }
  }

  /// Destroys the record at an index, with the records that depend on it.
  ///
  /// - Returns: The record as it was stored.
  /// - Throws: ``LiveError/noRecord(model:index:count:)`` when there is none at the index; `StoreError.recordGone` when
  ///   it was deleted since it was shown; or any error of `ModelTable.destroy`. Nothing is changed then.
  @discardableResult
  public func remove<Record>(at index: Int) throws -> Record
  where Value == LiveElements<Record>, Change == LiveChange<Record> {
    try store.table(Record.self).remove(value.id(at: index))
  }

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
  public func update<Record>(at index: Int, _ change: (inout Record) throws -> Void) throws -> Record
  where Value == LiveElements<Record>, Change == LiveChange<Record> {
    try store.table(Record.self).update(value.id(at: index), change)
  }

  /// Creates a record in a list with sections. It is shown in the section of its
  /// key.
  ///
  /// - Returns: The record as it was stored.
  /// - Throws: The errors of `append` to a list of records. Nothing is stored then.
  @discardableResult
  public func append<Key, Record>(_ record: Record) throws -> Record
  where Value == LiveSectionList<Key, Record>, Change == LiveSectionsChange<Key, Record> {
    try listing(LiveSectionListing<Key, Record>.self).finder.append(record)
  }

  /// Creates a record in one section of a list, which need not be shown yet.
  ///
  /// ```swift
  /// let board = Todo.order(by: \.name).live(sectionedBy: \.status)
  /// try board.append(Todo(name: "Paint the door"), to: .open)
  /// ```
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - key: The key of the section, which the record is given.
  /// - Returns: The record as it was stored.
  /// - Throws: ``LiveError/computedKey(model:key:)`` when the list is sectioned by a property that cannot be assigned;
  ///   the errors of `append` to a list of records. Nothing is stored then.
  @discardableResult
  public func append<Key, Record>(_ record: Record, to key: Key) throws -> Record
  where Value == LiveSectionList<Key, Record>, Change == LiveSectionsChange<Key, Record> {
    let sections = listing(LiveSectionListing<Key, Record>.self)
    guard let path = sections.keyPath as? WritableKeyPath<Record, Key> else {
      throw LiveError.computedKey(model: Record.schema.modelName, key: "\(sections.keyPath)")
    }
    var record = record
    record[keyPath: path] = key
    return try store.inTransaction {
      let stored = try sections.finder.append(record)
      // The conditions, or a hook, may have given it another key.
      if stored[keyPath: path] != key { throw LiveError.notSelected(model: Record.schema.modelName) }
      return stored
    }
  }

  /// Destroys the record at a place of a list with sections.
  ///
  /// - Returns: The record as it was stored.
  /// - Throws: ``LiveError/noRecordInSection(model:place:)`` when there is none at the place; `StoreError.recordGone`
  ///   when it was deleted since it was shown; or any error of `ModelTable.destroy`. Nothing is changed then.
  @discardableResult
  public func remove<Key, Record>(at place: LivePlace) throws -> Record
  where Value == LiveSectionList<Key, Record>, Change == LiveSectionsChange<Key, Record> {
    try store.table(Record.self).remove(value.id(at: place))
  }

  /// Changes the record at a place of a list with sections and saves it. A
  /// record whose key changes moves to another section.
  ///
  /// - Returns: The record as it was stored.
  /// - Throws: ``LiveError/noRecordInSection(model:place:)`` when there is none at the place; `StoreError.recordGone`
  ///   when it was deleted since it was shown; or any error of `change` or of saving. Nothing is changed then.
  @discardableResult
  public func update<Key, Record>(at place: LivePlace, _ change: (inout Record) throws -> Void) throws -> Record
  where Value == LiveSectionList<Key, Record>, Change == LiveSectionsChange<Key, Record> {
    try store.table(Record.self).update(value.id(at: place), change)
  }

  /// Destroys the record, with the records that depend on it.
  ///
  /// - Returns: The record as it was stored.
  /// - Throws: ``LiveError/noValue(model:)`` when there is no such record; or any error of `ModelTable.destroy`.
  ///   Nothing is changed then.
  @discardableResult
  public func remove<Record: Model>() throws -> Record where Value == Record?, Change == LiveValueUpdate<Record?> {
    try store.table(Record.self).remove(value.requiredID)
  }

  /// Changes the record, and saves it.
  ///
  /// ```swift
  /// let todo = Todo.live(7)
  /// try todo.update { $0.done = true }
  /// ```
  ///
  /// The closure is given the record as it is stored.
  ///
  /// - Returns: The record as it was stored.
  /// - Throws: ``LiveError/noValue(model:)`` when there is no such record; or any error of `change` or of saving.
  ///   Nothing is changed then.
  @discardableResult
  public func update<Record: Model>(_ change: (inout Record) throws -> Void) throws -> Record
  where Value == Record?, Change == LiveValueUpdate<Record?> {
    try store.table(Record.self).update(value.requiredID, change)
  }
}

extension LiveElements {
  fileprivate func id(at index: Int) throws -> Record.ID {
    guard indices.contains(index) else {
      throw LiveError.noRecord(model: Record.schema.modelName, index: index, count: count)
    }
    return self[index].id
  }
}

extension LiveSectionList {
  fileprivate func id(at place: LivePlace) throws -> Record.ID {
    guard indices.contains(place.section), self[place.section].records.indices.contains(place.index) else {
      throw LiveError.noRecordInSection(model: Record.schema.modelName, place: place)
    }
    return self[place.section].records[place.index].id
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

extension Optional where Wrapped: Model {
  fileprivate var requiredID: Wrapped.ID {
    get throws {
      guard let self else { throw LiveError.noValue(model: Wrapped.schema.modelName) }
      return self.id
    }
  }
}

extension ModelTable {
  /// Changes and saves the record with an id, as it is stored.
  func update(_ id: Record.ID, _ change: (inout Record) throws -> Void) throws -> Record {
    try store.inTransaction {
      var record = try current(id)
      try update(&record, change)
      return record
    }
  }

  /// Destroys the record with an id.
  ///
  /// - Returns: The record as it was stored.
  func remove(_ id: Record.ID) throws -> Record {
    try store.inTransaction {
      let record = try current(id)
      try destroy(id)
      return record
    }
  }

  private func current(_ id: Record.ID) throws -> Record {
    guard let record = try find(id) else {
      throw StoreError.recordGone(model: Record.schema.modelName, id: "\(id.attribute)")
    }
    return record
  }
}
