/// A copy of a row that a live result shows, with the row's position.
///
/// It never changes. Versions of a live result, the changes between them and all who read them share it.
package final class LiveRow: @unchecked Sendable {
  private let memory: RowMemory
  /// The copy, which is valid as long as this object.
  package let row: Row
  /// The row's position in its table.
  package let place: Int
  /// The values by which the row is ordered and that are not in the row; nil for an order by columns.
  fileprivate let keys: LiveKeys?

  init(_ row: Row, at place: Int, _ keys: LiveKeys?, _ memory: RowMemory) {
    (self.memory, self.place, self.keys) = (memory, place, keys)
    self.row = Row(memory.copied(row))
  }

  deinit { memory.free(MutableRow(row)) }

  /// The row and its position.
  package var reference: LiveReference { LiveReference(row: row, place: place, keys: keys) }

  /// Returns the row as a record. The row must be of that model.
  package func record<Record: Model>(of model: Record.Type) -> Record {
    defer { withExtendedLifetime(self) {} }
    return row[Record.self]
  }
}

/// A row as a view is shown it, which is valid while the view is shown it, and its position.
package struct LiveReference {
  package let row: Row
  package let place: Int
  /// NB: Not counted, because rows are compared all the time. Every user of the reference holds the row. (Swift 6.3
  /// takes a struct with an `unowned(unsafe)` property for a value where an optional of it is nil.)
  private let unmanagedKeys: Unmanaged<LiveKeys>?

  init(row: Row, place: Int, keys: LiveKeys? = nil) {
    (self.row, self.place) = (row, place)
    unmanagedKeys = keys.map(Unmanaged.passUnretained)
  }

  /// The values for ordering the row that are stored outside of it; nil when there are none.
  var keys: LiveKeys? { unmanagedKeys?.takeUnretainedValue() }
}

/// The values of a row by which an order compares it, as they were when the row was copied.
final class LiveKeys: Sendable {
  let values: [any Sendable]

  init(_ values: [any Sendable]) { self.values = values }
}
