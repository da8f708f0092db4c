extension RecordPredicate {
  /// The condition that a record has the values of a sample: query by example.
  ///
  /// ```swift
  /// var sample = Todo()
  /// sample.assignedTo = "bob"
  /// sample.done = true
  /// Todo.where(.like(sample)).all                             // assignedTo == "bob" && done == true
  /// Todo.where(.like(sample, including: \.priority)).all      // … && priority == 0
  /// ```
  ///
  /// Each column in which the sample differs from a new record, `Todo()`, is a condition: the value equals that of the
  /// sample, by Swift's `==`. A column with the value of a new record is one only if it is named. So a form that was
  /// left empty finds everything.
  ///
  /// The id, the times of saving and the lock version are conditions only if they are named, so that a stored record
  /// can be the sample for others like it. A property whose initial value differs each time, such as `var made =
  /// Date()`, is a condition: ``FinderChain/without(_:)`` takes it out.
  ///
  /// - Parameters:
  ///   - sample: The sample, which need not be stored.
  ///   - named: Columns that are conditions whatever their value is. A property that is not a column traps.
  /// - Complexity: O(*c*) in the number of columns. The condition is an ordinary one, which indexes serve.
  public static func like(
    _ sample: Record, including named: any PartialKeyPath<Record> & Sendable...
  ) -> RecordPredicate { like(sample, including: named) }

  static func like(_ sample: Record, including named: [any PartialKeyPath<Record> & Sendable]) -> RecordPredicate {
    let (schema, fresh) = (Record.schema, Record())
    let layout = schema.layout
    let named = Set(named.map { schema.number(of: $0) })
    let own = Set([layout.idColumn, layout.created, layout.updated, layout.version].compactMap(\.self))
    return withRow(of: sample) { row in
      withRow(of: fresh) { fresh in
        let numbers = schema.columns.indices.filter { number in
          if named.contains(number) { return true }
          return !own.contains(number) && !layout.isSame(row, fresh, in: number)
        }
        return RecordPredicate(
          numbers.reduce(.constant(true)) { node, number in
            node && schema.columns[number].equality(in: sample, number)
          })
      }
    }
  }
}

extension Column {
  /// Returns the condition that a record has the same value as the sample in the column.
  fileprivate func equality(in sample: Record, _ number: Int) -> PredicateNode {
    let column = ColumnReference(self, number)
    return withRow(of: sample) { row in
      if operations.isNil(row) { return .isNil(column) }
      if let value = sample[keyPath: keyPath] as? any ColumnValue { return .comparison(column, .equal, value) }
      // A document is compared as a whole.
      return .membership(column, operations.values([row]))
    }
  }
}
