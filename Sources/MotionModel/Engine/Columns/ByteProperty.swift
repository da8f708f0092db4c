/// A stored property that is one byte without references, such as an enum without associated values.
///
/// The engine calls `==`, `<` and whatever else the type implements once for each byte that occurs among some rows, or
/// little more, however many rows there are: the result for a byte is that for each value with this byte.
struct ByteProperty<Value: Sendable>: ColumnProperty {
  private let stored: StoredProperty<Value>

  /// - Returns: Nil for a type whose values are not such a byte.
  init?(_ stored: StoredProperty<Value>) {
    guard MemoryLayout<Value>.size == 1, _isPOD(Value.self) else { return nil }
    self.stored = stored
  }

  var bytes: Range<Int>? { stored.bytes }
  var page: PageLayout? { stored.page }
  var byte: Int? { stored.offset }
  func value(in row: Row) -> Value { stored.value(in: row) }
  func set(_ value: Value, in row: MutableRow) { stored.set(value, in: row) }

  func quickened(_ kernel: @escaping Kernel) -> Kernel { ByteResults.kernel(kernel, at: stored.offset) }

  func rowKeys<Traits: ColumnTraits<Value>>(_ traits: Traits.Type) -> (@Sendable (_ rows: [Row]) -> RowKeys)? {
    let stored = stored
    return { rows in
      RowKeys(ofBytesAt: stored.offset, in: rows) {
        Traits.precedes(stored.value(in: $0), stored.value(in: $1))
      } _: {
        Traits.isNil(stored.value(in: $0))
      }
    }
  }
}
