import Foundation

/// A model for code that does not know its type: its columns, its id and the memory of its rows.
///
/// It is a class so that a table can store it at the cost of one reference.
@usableFromInline
final class TableLayout: Sendable {
  /// The number of the model in this process, under which stores keep its table.
  @usableFromInline let slot: Int
  /// The seed that ids are hashed with, stored here because looking it up takes longer than hashing.
  @usableFromInline let seed = HashSeed.current
  let name: String
  let type: any Model.Type
  let memory: RowMemory
  let columns: [ColumnLayout]
  let columnBytes: ColumnBytes
  /// The bytes of each column; nil for a property with accessors.
  private let bytes: ContiguousArray<Range<Int>?>
  let idColumn: Int
  let id: IDOperations
  /// Whether the rows are stored by an adapter, and not in memory.
  let isExternal: Bool
  /// The indexes of the schema, without that of the id.
  let indexes: DeclaredIndexes
  /// The columns that hold the times of the first and the latest save.
  let created: Int?
  let updated: Int?
  /// The column that counts the saves.
  let version: Int?
  /// The foreign keys that every record has to have.
  let requiredKeys: [RequiredKey]
  /// The names of the columns that hold the ids of parents.
  let foreignKeys: [String]
  /// How changes of records update their parents.
  let upkeep: [ParentUpkeep]
  /// Initializes memory with the row of a new record.
  let makeRow: @Sendable (_ row: UnsafeMutableRawPointer) -> Void
  /// Returns the record of a row.
  let record: @Sendable (_ row: UnsafeRawPointer) -> any Model
  /// The check before changes of records are committed.
  let commitTest: CommitTest
  /// The indexes whose keys changed without a write.
  let unsteady = UnstableIndexes()
  /// Calls middleware for this model.
  let middleware: MiddlewareCalls

  init<Record: Model>(
    _ type: Record.Type, _ memory: RowMemory, _ columns: [Column<Record>], isExternal: Bool, idColumn: Int,
    idOffset: Int?,
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
    (self.isExternal, self.idColumn) = (isExternal, idColumn)
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

  /// Throws when a row's id differs from the stored row's.
  func checkID(of row: UnsafeRawPointer, is stored: UnsafeRawPointer) throws(StoreError) {
    if id.isEqual(row, stored) { return }
    throw .readOnlyColumn(model: name, column: columns[idColumn].name, id: id.text(stored))
  }

  /// Returns whether two rows hold the same values in all columns; see ``ColumnOperations/isSame``.
  func isSame(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer) -> Bool {
    columns.indices.allSatisfy { isSame(first, second, in: $0) }
  }

  /// Returns whether two rows hold the same value in a column.
  ///
  /// Bytes are compared first, because most columns of a saved record are unchanged and equal bytes are equal
  /// values.
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

/// The operations on the ids of rows; a class for the same reason as ``ColumnOperations``.
final class IDOperations: Sendable {
  let isAssigned: @Sendable (_ row: UnsafeRawPointer) -> Bool
  let hash: @Sendable (_ row: UnsafeRawPointer) -> UInt64
  let isEqual: @Sendable (_ row: UnsafeRawPointer, _ other: UnsafeRawPointer) -> Bool
  /// Returns the number that a row's id was generated from; nil if there is none.
  let number: @Sendable (_ row: UnsafeRawPointer) -> Int?
  /// Generates an id from a number and stores it in a row; false when there is no id for the number.
  let assign: @Sendable (_ number: Int, _ ids: IDGenerator, _ row: UnsafeMutableRawPointer) -> Bool
  /// Returns a row's id as a string for messages.
  let text: @Sendable (_ row: UnsafeRawPointer) -> String

  /// - Parameter offset: The offset of the id in a row; nil when the id is not a stored property.
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

/// Numbers the model types.
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
