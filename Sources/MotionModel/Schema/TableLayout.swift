import Synchronization

/// A model's columns for code that does not know the model: where they lie in a row's memory, and what they can do.
///
/// It is a class so that a table can keep it at the cost of a reference.
@usableFromInline
final class TableLayout: Sendable {
  /// The number of the model in this process; stores keep a model's table under it.
  @usableFromInline let slot: Int
  let name: String
  let type: any Model.Type
  /// The distance from one row to the next, in bytes.
  @usableFromInline let stride: Int
  let columns: [ColumnLayout]
  let idColumn: Int
  /// The columns that have an index, besides the id.
  let indexed: [Int]

  init<Record: Model>(_ type: Record.Type, _ columns: [Column<Record>], _ idColumn: Int) {
    slot = ModelSlots.shared.slot(of: type)
    name = String(describing: type)
    self.type = type
    stride = MemoryLayout<Record>.stride
    self.columns = columns.map { ColumnLayout(name: $0.name, options: $0.options, operations: $0.operations) }
    self.idColumn = idColumn
    indexed = columns.indices.filter { columns[$0].options.contains(.indexed) && $0 != idColumn }
  }
}

/// One column of a ``TableLayout``.
struct ColumnLayout: Sendable {
  let name: String
  let options: ColumnOptions
  let operations: ColumnOperations
}

/// Gives each model type its number.
private final class ModelSlots: Sendable {
  static let shared = ModelSlots()

  private let slots = Mutex<[ObjectIdentifier: Int]>([:])

  func slot(of type: any Model.Type) -> Int {
    slots.withLock { slots in
      let next = slots.count
      let slot = slots[ObjectIdentifier(type)] ?? next
      slots[ObjectIdentifier(type)] = slot
      return slot
    }
  }
}
