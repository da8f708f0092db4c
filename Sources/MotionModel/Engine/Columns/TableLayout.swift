import Foundation

/// A model for code that does not know it: its columns, its id and the memory of its rows.
///
/// It is a class so that a table can keep it at the cost of a reference.
@usableFromInline
final class TableLayout: Sendable {
  /// The number of the model in this process; stores keep a model's table under it.
  @usableFromInline let slot: Int
  /// What ids are hashed with; kept here because to look it up takes longer than to hash.
  @usableFromInline let seed = HashSeed.current
  let name: String
  let type: any Model.Type
  let memory: RowMemory
  let columns: [ColumnLayout]
  let columnBytes: ColumnBytes
  /// The bytes of each column; nil for a property with accessors, which has none.
  private let bytes: ContiguousArray<Range<Int>?>
  let idColumn: Int
  let id: IDOperations
  /// The indexes of the schema, besides that of the id.
  let indexes: DeclaredIndexes
  /// The columns of the first and the latest save.
  let created: Int?
  let updated: Int?
  /// The column that counts the saves.
  let version: Int?
  /// The keys of parents that every record has to have.
  let requiredKeys: [RequiredKey]
  /// The names of the columns that hold the ids of parents.
  let foreignKeys: [String]
  /// What changes of records do to their parents.
  let upkeep: [ParentUpkeep]
  /// Makes the row of a new record in memory that holds none.
  let makeRow: @Sendable (_ row: UnsafeMutableRawPointer) -> Void
  /// A row as a record.
  let record: @Sendable (_ row: UnsafeRawPointer) -> any Model
  /// What is asked before changes of records are committed.
  let commitTest: CommitTest
  /// What of it changed by itself.
  let unsteady = UnsteadyIndexes()
  /// Calls middleware.
  let middleware: MiddlewareCalls

  init<Record: Model>(
    _ type: Record.Type, _ memory: RowMemory, _ columns: [Column<Record>], idColumn: Int, idOffset: Int?,
    created: Int?, updated: Int?, version: Int?, declaredIndexes: [@Sendable () -> Index<Record>],
    requiredKeys: [RequiredKey], foreignKeys: [String], upkeep: [ParentUpkeep]
  ) {
    slot = ModelSlots.shared.slot(of: type)
    name = String(describing: type)
    self.type = type
    self.memory = memory
    self.columns = columns.map {
      ColumnLayout(name: $0.name, options: $0.options, operations: $0.operations, caseless: $0.caseless)
    }
    bytes = ContiguousArray(columns.map(\.operations.bytes))
    columnBytes = ColumnBytes(Array(bytes))
    self.idColumn = idColumn
    id = IDOperations(type, columns[idColumn].operations, at: idOffset)
    indexes = DeclaredIndexes(of: columns, idColumn: idColumn, declaredIndexes)
    self.created = created
    self.updated = updated
    self.version = version
    self.requiredKeys = requiredKeys
    self.foreignKeys = foreignKeys
    self.upkeep = upkeep
    makeRow = { $0.initializeMemory(as: Record.self, to: Record()) }
    record = { $0.assumingMemoryBound(to: Record.self).pointee }
    commitTest = CommitTest(type)
    middleware = MiddlewareCalls(type)
  }

  /// Throws when a row has another id than the stored one.
  func checkID(of row: UnsafeRawPointer, is stored: UnsafeRawPointer) throws(StoreError) {
    if id.isEqual(row, stored) { return }
    throw .readOnlyColumn(model: name, column: columns[idColumn].name, id: id.text(stored))
  }

  /// Whether two rows hold the same in all columns; see ``ColumnOperations/isSame``.
  func isSame(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer) -> Bool {
    columns.indices.allSatisfy { isSame(first, second, in: $0) }
  }

  /// Whether two rows hold the same in a column.
  ///
  /// The same bytes are the same value, and most columns of a record that is saved have not been touched.
  func isSame(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer, in column: Int) -> Bool {
    if let bytes = bytes[column], memcmp(first + bytes.lowerBound, second + bytes.lowerBound, bytes.count) == 0 {
      return true
    }
    return columns[column].operations.isSame(first, second)
  }
}

/// One column of a ``TableLayout``.
struct ColumnLayout: Sendable {
  let name: String
  let options: ColumnOptions
  let operations: ColumnOperations
  let caseless: ColumnOperations?
}

/// What the engine does with the ids of rows; a class for the reason that ``ColumnOperations`` is one.
final class IDOperations: Sendable {
  let isAssigned: @Sendable (_ row: UnsafeRawPointer) -> Bool
  let hash: @Sendable (_ row: UnsafeRawPointer) -> UInt64
  let isEqual: @Sendable (_ row: UnsafeRawPointer, _ other: UnsafeRawPointer) -> Bool
  /// The number that a row's id was made from.
  let number: @Sendable (_ row: UnsafeRawPointer) -> Int?
  /// Gives a row an id made from a number; false when there is no such id.
  let assign: @Sendable (_ number: Int, _ ids: IDGenerator, _ row: UnsafeMutableRawPointer) -> Bool
  /// A row's id in words.
  let text: @Sendable (_ row: UnsafeRawPointer) -> String

  /// - Parameter offset: Where the id lies in a row; nil when it is not a stored property.
  init<Record: Model>(_ model: Record.Type, _ column: ColumnOperations, at offset: Int?) {
    // NB: Reading the id through the record would copy the whole record for it.
    @Sendable func id(of row: UnsafeRawPointer) -> Record.ID {
      if let offset { return (row + offset).assumingMemoryBound(to: Record.ID.self).pointee }
      return row.assumingMemoryBound(to: Record.self).pointee.id
    }
    isAssigned = { id(of: $0).isAssigned }
    hash = { column.hash($0) ?? 0 }
    isEqual = column.isEqual
    number = { id(of: $0).number }
    assign = { number, ids, row in
      guard let id = ids.make(Record.ID.self, number: number), id.isAssigned else { return false }
      row.assumingMemoryBound(to: Record.self).pointee.id = id
      return true
    }
    text = { "\(id(of: $0).attribute)" }
  }
}

/// Gives each model type its number.
final class ModelSlots: Sendable {
  static let shared = ModelSlots()

  private let slots = Locked<[ObjectIdentifier: Int]>([:])

  func slot(of type: any Model.Type) -> Int {
    slots.withLock { slots in
      let next = slots.count
      let slot = slots[ObjectIdentifier(type)] ?? next
      slots[ObjectIdentifier(type)] = slot
      return slot
    }
  }
}
