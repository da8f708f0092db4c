/// A test whether an array has an element in it.
struct ElementTest: Sendable, CustomStringConvertible {
  /// The element's hash.
  let hash: UInt64
  let kernel: Kernel
  let description: String
  /// Makes an index that finds it.
  let index: @Sendable () -> IndexDefinition

  init<Record: Model, Element: ColumnValue>(
    _ keyPath: any KeyPath<Record, [Element]> & Sendable, _ element: Element
  ) {
    hash = tableHash(element)
    index = { .elements(of: keyPath) }
    description = "contains \(element.attribute.nestedDescription)"
    if let offset = MemoryLayout<Record>.offset(of: keyPath) {
      let access = StoredAccess<[Element]>(offset: offset)
      kernel = { base, stride, rows in rows.filter { access.value(in: base + $0 &* stride).contains(element) } }
    } else {
      kernel = { base, _, rows in
        let records = base.assumingMemoryBound(to: Record.self)
        return rows.filter { records[$0][keyPath: keyPath].contains(element) }
      }
    }
  }
}

extension ColumnTests {
  /// The array has an element in it: `Todo.where(\.tags).contains("urgent")`.
  ///
  /// - Complexity: O(*n*) in the number of elements of each record that is tested; an index of elements, see ``Index``, finds the
  ///   records by it.
  public func contains<Element: ColumnValue>(_ element: Element) -> Outcome where Value == [Element] {
    outcome(of: RecordPredicate(.element(ColumnReference(column.keyPath), ElementTest(column.keyPath, element))))
  }
}

extension IndexDefinition {
  /// An index of the elements of arrays.
  static func elements<Record: Model, Element: ColumnValue>(
    of keyPath: any KeyPath<Record, [Element]> & Sendable
  ) -> IndexDefinition {
    let column = ColumnReference(keyPath)
    let terms = TermIndex.Terms(
      inRow: { row in
        Set(row.assumingMemoryBound(to: Record.self).pointee[keyPath: keyPath].map { tableHash($0) })
      }, areSteady: column.operations.isSteady,
      wanted: { node in
        guard case .element(let other, let test) = node, other.isSame(as: column) else { return nil }
        return [test.hash]
      })
    return IndexDefinition(.elements, [column]) { TermIndex($0, terms) }
  }
}
