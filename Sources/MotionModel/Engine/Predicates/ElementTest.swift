/// A test whether an array contains an element.
struct ElementTest: Sendable, CustomStringConvertible {
  /// The element's hash.
  let hash: UInt64
  let kernel: Kernel
  let description: String
  /// Creates the definition of an index that finds the element.
  let index: @Sendable () -> IndexDefinition

  /// - Parameter index: Creates the definition of an index that finds the element.
  init<Record, Element: ColumnValue>(
    _ keyPath: any KeyPath<Record, [Element]> & Sendable, _ element: Element,
    index: @escaping @Sendable () -> IndexDefinition
  ) {
    self.index = index
    hash = tableHash(element)
    description = "contains \(element.attribute.nestedDescription)"
    let array = PropertyReader(keyPath)
    kernel = { base, stride, rows in rows.filter { array.value(in: Row(base + $0 &* stride)).contains(element) } }
  }
}
