/// Makes something of a row by its address.
///
/// It is a type and not a closure so that the loop over the rows is compiled together with it.
@usableFromInline
protocol RowReader {
  associatedtype Value
  func value(in row: UnsafeRawPointer) -> Value
}
