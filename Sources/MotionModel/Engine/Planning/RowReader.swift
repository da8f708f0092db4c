/// Reads a value from a row by its address.
///
/// It is a type and not a closure, so that the compiler can inline it into the loop over the rows.
@usableFromInline
protocol RowReader {
  associatedtype Value
  func value(in row: UnsafeRawPointer) -> Value
}
