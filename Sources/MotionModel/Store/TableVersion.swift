/// All records of one model at one moment, with the indexes that find them.
///
/// A version is a handful of structures that share nearly everything with the version before. The writer changes a version
/// only while nobody else holds it, and a copy otherwise; readers only read. That is why it may be sent between threads.
@usableFromInline
final class TableVersion: @unchecked Sendable {
  @usableFromInline let layout: TableLayout
  @usableFromInline var rows = RowStorage()
  /// Finds positions by id.
  @usableFromInline var ids = HashTable()
  var indexes: ContiguousArray<HashIndex>
  /// How many records there are.
  var count = 0
  /// The place of the next record in insertion order.
  var nextPosition = 0
  /// The number from which the next id is made.
  var nextNumber = 1
  var deleted = DeletedIDs()

  init(_ layout: TableLayout) {
    self.layout = layout
    indexes = ContiguousArray(layout.indexed.map { HashIndex(column: $0, layout.columns[$0].operations) })
  }

  init(copying other: TableVersion) {
    layout = other.layout
    rows = other.rows
    ids = other.ids
    indexes = other.indexes
    count = other.count
    nextPosition = other.nextPosition
    nextNumber = other.nextNumber
    deleted = other.deleted
  }

  // MARK: - Reading

  /// The position of the record with an id.
  @inlinable @inline(__always)
  func position<Record: Model>(of id: Record.ID, in model: Record.Type) -> Int? {
    ids.first(hash: tableHash(id)) { rows.pointer(at: $0, as: Record.self).pointee.id == id }
  }

  /// The record with an id.
  @inlinable @inline(__always)
  func record<Record: Model>(_ id: Record.ID, of model: Record.Type) -> Record? {
    position(of: id, in: model).map { rows.pointer(at: $0, as: Record.self).pointee }
  }

  // MARK: - Applying changes

  /// Applies changes in order and returns them with the positions of what was inserted.
  ///
  /// A single change is checked before anything is touched. Several are checked together once they are in, so that two
  /// records may swap a unique value; when that throws, this version is to be thrown away.
  func apply<Record: Model>(_ changes: [Change<Record>], of model: Record.Type) throws(StoreError) -> [Change<Record>] {
    if changes.count == 1 {
      try checkUniqueness(of: changes[0])
      return [try perform(changes[0])]
    }
    var performed: [Change<Record>] = []
    performed.reserveCapacity(changes.count)
    for change in changes { performed.append(try perform(change)) }
    for change in performed { try checkUniqueness(of: change) }
    return performed
  }

  private func perform<Record: Model>(_ change: Change<Record>) throws(StoreError) -> Change<Record> {
    let hash = tableHash(change.id)
    let found = position(of: change.id, in: Record.self)
    switch (change.old, change.new) {
    case (nil, let new?):
      if found != nil { throw .idTaken(model: layout.name, id: "\(change.id)") }
      return insert(new, change, hash)
    case (let old, let new):
      guard let position = found else { throw .recordGone(model: layout.name, id: "\(change.id)") }
      if let new { update(new, at: position) } else { remove(Record.self, at: position, hash) }
      return Change(id: change.id, old: old, new: new, position: position)
    }
  }

  private func insert<Record: Model>(_ record: Record, _ change: Change<Record>, _ hash: UInt64) -> Change<Record> {
    let position = change.position.flatMap { rows.contains($0) ? nil : $0 } ?? nextPosition
    rows.insert(record, at: position)
    ids.insert(position, hash: hash)
    insertIntoIndexes(at: position)
    count += 1
    nextPosition = max(nextPosition, position + 1)
    let number = change.id.number ?? nextNumber
    if number >= nextNumber { nextNumber = number == .max ? number : number + 1 }
    deleted.remove(hash)
    return Change(id: change.id, old: nil, new: record, position: position)
  }

  private func insertIntoIndexes(at position: Int) {
    guard !indexes.isEmpty else { return }
    let row = UnsafeRawPointer(rows.address(at: position, stride: layout.stride))
    for index in indexes.indices { indexes[index].insert(row, at: position, in: rows, stride: layout.stride) }
  }

  /// Tells only the indexes whose columns changed.
  private func update<Record: Model>(_ record: Record, at position: Int) {
    guard !indexes.isEmpty else { return rows.update(record, at: position) }
    let old = UnsafeRawPointer(rows.address(at: position, stride: layout.stride))
    let affected = withUnsafePointer(to: record) { new in
      indexes.indices.filter { indexes[$0].isAffected(old, UnsafeRawPointer(new)) }
    }
    for index in affected { indexes[index].remove(old, at: position, in: rows, stride: layout.stride) }
    rows.update(record, at: position)
    let new = UnsafeRawPointer(rows.address(at: position, stride: layout.stride))
    for index in affected { indexes[index].insert(new, at: position, in: rows, stride: layout.stride) }
  }

  private func remove<Record: Model>(_ model: Record.Type, at position: Int, _ hash: UInt64) {
    let row = UnsafeRawPointer(rows.address(at: position, stride: layout.stride))
    for index in indexes.indices { indexes[index].remove(row, at: position, in: rows, stride: layout.stride) }
    rows.remove(model, at: position)
    ids.remove(position, hash: hash)
    count -= 1
    deleted.insert(hash)
  }

  /// Throws when a record has a value that another record has in a unique column.
  private func checkUniqueness<Record: Model>(of change: Change<Record>) throws(StoreError) {
    guard let new = change.new, !indexes.isEmpty else { return }
    let own = position(of: change.id, in: Record.self)
    for index in indexes where layout.columns[index.column].options.contains(.unique) {
      let other = withUnsafePointer(to: new) {
        index.position(sharing: UnsafeRawPointer($0), besides: own, in: rows, stride: layout.stride)
      }
      if let other {
        let id = rows.pointer(at: other, as: Record.self).pointee.id
        throw .notUnique(model: layout.name, column: layout.columns[index.column].name, id: "\(id)")
      }
    }
  }
}
