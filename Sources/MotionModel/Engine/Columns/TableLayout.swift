import Foundation

/// A model for code that does not know its type: its columns, its id and the memory of its rows.
///
/// A class, so that a table stores it at the cost of one reference.
@usableFromInline final class TableLayout: Sendable {
  /// The number of the model in this process, under which stores keep its table.
  @usableFromInline let slot: Int
  /// The seed that ids are hashed with, stored here because looking it up takes longer than hashing.
  @usableFromInline let seed = HashSeed.current
  let name: String
  let memory: RowMemory
  let columns: [ColumnLayout]
  let columnBytes: ColumnBytes
  /// The bytes of each column; nil for a property with accessors.
  private let bytes: ContiguousArray<Range<Int>?>
  /// Whether there is a packed column; see ``ColumnOptions/packed``.
  let isPacked: Bool
  let idColumn: Int
  /// Where the id is in a row; nil if it is a property with accessors.
  let idOffset: Int?
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
  /// Returns the links of all relations that the model declares.
  let links: @Sendable () -> [Link]
  /// The indexes whose keys changed without a write.
  let unsteady = UnstableIndexes()
  /// Whether touches of records are noted, for hooks.
  let notesTouches: @Sendable () -> Bool
  /// Whether there is a commit check for changes of records.
  let isJudged: @Sendable () -> Bool
  /// What the API knows of the model. The engine does not use it.
  let owner: any AnyObject & Sendable

  init(
    slot: Int, name: String, _ memory: RowMemory, _ columns: [ColumnLayout], isExternal: Bool, idColumn: Int,
    id: IDOperations, indexes: DeclaredIndexes, created: Int?, updated: Int?, version: Int?,
    requiredKeys: [RequiredKey], foreignKeys: [String],
    links: @escaping @Sendable () -> [Link], notesTouches: @escaping @Sendable () -> Bool,
    isJudged: @escaping @Sendable () -> Bool, owner: any AnyObject & Sendable
  ) {
    (self.slot, self.name, self.memory, self.columns) = (slot, name, memory, columns)
    bytes = ContiguousArray(columns.map(\.operations.bytes))
    columnBytes = ColumnBytes(Array(bytes))
    isPacked = columns.contains { $0.options.contains(.packed) }
    (self.isExternal, self.idColumn, self.id, self.indexes) = (isExternal, idColumn, id, indexes)
    idOffset = bytes[idColumn]?.lowerBound
    (self.created, self.updated, self.version) = (created, updated, version)
    (self.requiredKeys, self.foreignKeys) = (requiredKeys, foreignKeys)
    (self.links, self.notesTouches, self.isJudged, self.owner) = (links, notesTouches, isJudged, owner)
  }

  /// How changes of records update their parents.
  var parentUpdates: [ParentUpdate] { Derivations.shared.of(slot)?.updates ?? [] }

  /// Throws when a row's id differs from the stored row's.
  func checkID(of row: Row, is stored: Row) throws(StoreError) {
    if id.isEqual(row, stored) { return }
    throw .readOnlyColumn(model: name, column: columns[idColumn].name, id: id.text(stored))
  }

  /// Returns whether two rows hold the same values in all columns; see ``ColumnOperations/isSame``.
  func isSame(_ first: Row, _ second: Row) -> Bool {
    memcmp(first.address, second.address, memory.size) == 0
      || columns.indices.allSatisfy { isSame(first, second, in: $0) }
  }

  /// Returns whether two rows hold the same value in a column.
  ///
  /// Bytes are compared first, because most columns of a saved record are unchanged and equal bytes are equal
  /// values.
  func isSame(_ first: Row, _ second: Row, in column: Int) -> Bool {
    if let bytes = bytes[column],
      memcmp(first.address + bytes.lowerBound, second.address + bytes.lowerBound, bytes.count) == 0
    {
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
  let isAssigned: @Sendable (_ row: Row) -> Bool
  let hash: @Sendable (_ row: Row) -> UInt64
  let isEqual: @Sendable (_ row: Row, _ other: Row) -> Bool
  /// Returns the number that a row's id was generated from; nil if there is none.
  let number: @Sendable (_ row: Row) -> Int?
  /// Generates an id from a number and stores it in a row; false when there is no id for the number.
  let assign: @Sendable (_ number: Int, _ ids: IDGenerator, _ row: MutableRow) -> Bool
  /// Returns a row's id as a string for messages.
  let text: @Sendable (_ row: Row) -> String

  /// - Parameters:
  ///   - column: The operations on the column of the id.
  ///   - reader: Reads the id of a row.
  ///   - set: Stores an id in a row.
  init<Reader: RowReader & Sendable>(
    _ column: ColumnOperations, _ reader: Reader, _ set: @escaping @Sendable (MutableRow, Reader.Value) -> Void
  ) where Reader.Value: ModelID {
    isAssigned = { reader.value(in: $0).isAssigned }
    hash = { column.hash($0) ?? 0 }
    isEqual = column.isEqual
    number = { reader.value(in: $0).number }
    assign = { number, ids, row in
      guard let id = ids.make(Reader.Value.self, number: number), id.isAssigned else { return false }
      set(row, id)
      return true
    }
    text = { "\(reader.value(in: $0).attribute)" }
  }
}

/// Numbers the model types.
final class ModelSlots: Sendable {
  static let shared = ModelSlots()

  private let slots = Locked<[ObjectIdentifier: Int]>([:])

  func slot(of type: Any.Type) -> Int {
    slots.withLock { slots in
      let next = slots.count
      let slot = slots[ObjectIdentifier(type)] ?? next
      slots[ObjectIdentifier(type)] = slot
      return slot
    }
  }
}
