public import MotionModel

extension LiveValue {
  /// Creates a record in a list with sections, as ``LiveResults/append(_:)`` does. It is shown in the section of its
  /// key.
  ///
  /// - Returns: The record as it was stored.
  /// - Throws: The errors of ``LiveResults/append(_:)``. Nothing is stored then.
  @discardableResult
  public func append<Key, Record>(_ record: Record) throws -> Record
  where Value == LiveSectionList<Key, Record>, Change == LiveSectionsChange<Key, Record> {
    try sectionsSource().finder.append(record)
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
  ///   the errors of ``LiveResults/append(_:)``. Nothing is stored then.
  @discardableResult
  public func append<Key, Record>(_ record: Record, to key: Key) throws -> Record
  where Value == LiveSectionList<Key, Record>, Change == LiveSectionsChange<Key, Record> {
    let sections = sectionsSource()
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

  private func sectionsSource<Key, Record>() -> LiveSectionsSource<Key, Record>
  where Value == LiveSectionList<Key, Record>, Change == LiveSectionsChange<Key, Record> {
    guard let sections = source as? LiveSectionsSource<Key, Record> else {
      preconditionFailure("a list with sections of another source")
    }
    return sections
  }

  /// Destroys the record at a place of a list with sections, as ``LiveResults/remove(at:)`` does.
  ///
  /// - Returns: The record as it was stored.
  /// - Throws: ``LiveError/noRecordInSection(model:place:)`` when there is none at the place; `StoreError.recordGone`
  ///   when it was deleted since it was shown; or any error of `ModelTable.destroy`. Nothing is changed then.
  @discardableResult
  public func remove<Key, Record>(at place: LivePlace) throws -> Record
  where Value == LiveSectionList<Key, Record>, Change == LiveSectionsChange<Key, Record> {
    try store.table(Record.self).remove(value.id(at: place))
  }

  /// Changes the record at a place of a list with sections and saves it, as ``LiveResults/update(at:_:)`` does. A
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
  public func remove<Record: Model>() throws -> Record where Value == Record?, Change == LiveRecordChange<Record> {
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
  where Value == Record?, Change == LiveRecordChange<Record> {
    try store.table(Record.self).update(value.requiredID, change)
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
