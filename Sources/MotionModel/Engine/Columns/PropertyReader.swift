/// Reads a value from a row.
///
/// It is a type and not a closure, so that the compiler can inline it into the loop over the rows.
///
/// A property of a record is read in one of two ways: a ``StoredProperty`` from memory, any other by a
/// ``KeyPathProperty``. Code that knows the record's type uses a ``PropertyReader``, which chooses for each row. The
/// engine knows the type of the value alone, and chooses once for each column, so that its loops over rows have no
/// branch: it is generic over ``ColumnProperty``, to which both conform.
@usableFromInline package protocol RowReader {
  associatedtype Value
  func value(in row: Row) -> Value
}

/// A stored property, at its offset in the memory of a row.
@usableFromInline package struct StoredProperty<Value>: RowReader, Sendable {
  @usableFromInline let offset: Int

  @inlinable init(offset: Int) { self.offset = offset }

  /// - Returns: Nil for a property that is not stored in the record itself, such as a computed one.
  @inlinable init?<Record>(_ keyPath: KeyPath<Record, Value>) {
    guard let offset = MemoryLayout<Record>.offset(of: keyPath) else { return nil }
    self.init(offset: offset)
  }

  @inlinable @inline(__always) package func value(in row: Row) -> Value { row[Value.self, at: offset] }

  /// Returns the value in place, as if it were a row.
  @inlinable @inline(__always) package func place(in row: Row) -> Row { Row(row.address + offset) }
}

/// A property that is read through its key path, such as a computed one.
@usableFromInline package struct KeyPathProperty<Record, Value>: RowReader, Sendable {
  @usableFromInline let keyPath: any KeyPath<Record, Value> & Sendable

  @inlinable init(_ keyPath: any KeyPath<Record, Value> & Sendable) { self.keyPath = keyPath }

  @inlinable package func value(in row: Row) -> Value { row[Record.self][keyPath: keyPath] }
}

/// Reads any property of a model's rows.
///
/// It is inlined, so that a loop over rows is compiled in the caller's module, for the caller's types.
@usableFromInline package struct PropertyReader<Record, Value>: RowReader, Sendable {
  /// The property, if it can be read from memory.
  @usableFromInline package let stored: StoredProperty<Value>?
  @usableFromInline let other: KeyPathProperty<Record, Value>

  @inlinable
  package init(_ keyPath: any KeyPath<Record, Value> & Sendable) { self.init(keyPath, stored: StoredProperty(keyPath)) }

  /// Creates the reader of a property whose offset is known, although the key path does not give it.
  @inlinable init(_ keyPath: any KeyPath<Record, Value> & Sendable, stored: StoredProperty<Value>?) {
    (self.stored, other) = (stored, KeyPathProperty(keyPath))
  }

  @inlinable @inline(__always) package func value(in row: Row) -> Value {
    if let stored { return stored.value(in: row) }
    return other.value(in: row)
  }

  /// Calls `body` with the value of each of some rows of a chunk. Which way to read is decided once for all of them.
  @inlinable @inline(__always) func forEachValue(_ run: RowRun, _ body: (Value) -> Void) {
    if let stored {
      run.rows.forEach { body(stored.value(in: run[$0])) }
    } else {
      run.rows.forEach { body(other.value(in: run[$0])) }
    }
  }
}
