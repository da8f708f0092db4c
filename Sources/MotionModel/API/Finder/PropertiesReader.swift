/// Reads several properties of rows.
@usableFromInline struct PropertiesReader<Record, First, Second, each Other>: RowReader {
  @usableFromInline let first: PropertyReader<Record, First>
  @usableFromInline let second: PropertyReader<Record, Second>
  @usableFromInline let others: (repeat PropertyReader<Record, each Other>)

  @inlinable init(
    _ first: any KeyPath<Record, First> & Sendable, _ second: any KeyPath<Record, Second> & Sendable,
    _ others: repeat any KeyPath<Record, each Other> & Sendable
  ) {
    (self.first, self.second) = (PropertyReader(first), PropertyReader(second))
    self.others = (repeat PropertyReader(each others))
  }

  @inlinable @inline(__always) func value(in row: Row) -> (First, Second, repeat each Other) {
    (first.value(in: row), second.value(in: row), repeat (each others).value(in: row))
  }
}
