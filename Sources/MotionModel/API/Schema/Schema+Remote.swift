/// What a module that exchanges records with a server needs of a schema.
extension Schema {
  /// The numbers of the columns that are set when a record is saved.
  package var timestampColumns: [Int] { [layout.created, layout.updated].compactMap { $0 } }

  /// The number of the column that counts the changes of a record, if there is one.
  package var versionColumn: Int? { layout.version }

  /// The number of the column that has the time of the latest save, if there is one.
  package var updatedColumn: Int? { layout.updated }

  /// Copies columns from one record to another.
  ///
  /// - Parameter numbers: The numbers of the columns.
  package func copy(_ numbers: some Sequence<Int>, from source: Record, to target: inout Record) {
    withUnsafePointer(to: source) { source in
      withUnsafeMutablePointer(to: &target) { target in
        for number in numbers {
          columns[number].operations.copy(UnsafeRawPointer(source), UnsafeMutableRawPointer(target))
        }
      }
    }
  }
}
