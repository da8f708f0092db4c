/// What modules need of a schema to distinguish the values of a program from those that the store sets itself.
extension Schema {
  /// The numbers of the columns that are set when a record is saved.
  package var timestampColumns: [Int] { [layout.created, layout.updated].compactMap { $0 } }

  /// The number of the column that counts the changes of a record, if there is one.
  package var versionColumn: Int? { layout.version }

  /// The names of the columns that the store sets itself: the times of saving, the lock version, and derived columns
  /// such as counters.
  package var storeSetColumns: Set<String> {
    let derivations = Derivations.shared.of(layout.slot)
    let numbers =
      timestampColumns + [layout.version].compactMap(\.self)
      + (derivations.map { $0.columnNumbers + $0.own.map { $0.number() } } ?? [])
    return Set(numbers.map { columns[$0].name })
  }

  /// Copies columns from one record to another.
  ///
  /// - Parameter numbers: The numbers of the columns.
  package func copy(_ numbers: some Sequence<Int>, from source: Record, to target: inout Record) {
    withRow(of: source) { source in
      withRow(of: &target) { row in for number in numbers { columns[number].operations.copy(source, row) } }
    }
  }
}
