extension FinderChain {
  // MARK: - One record

  /// Returns the only record.
  ///
  /// - Throws: ``StoreError/noMatch(model:)`` when the finder has no record, ``StoreError/severalMatch(model:)`` when
  ///   it has more than one; the errors of the model's adapter.
  public func sole() throws -> Record {
    let found = try first(2)
    if found.count > 1 { throw StoreError.severalMatch(model: Record.schema.modelName) }
    guard let record = found.first else { throw StoreError.noMatch(model: Record.schema.modelName) }
    return record
  }

  /// Returns the value of a property for the first record; nil when there is none.
  ///
  /// ```swift
  /// Todo.order(by: \.priority, .descending).pick(\.name)   // => "Walk the dog"
  /// ```
  public func pick<Value>(
    _ property: any KeyPath<Record, Value> & Sendable
  ) throws(Record.Adapter.Failure) -> Value? {
    try finder.atMostOne.pluck(property).first
  }

  /// Returns the values of several properties for the first record; nil when there is none.
  public func pick<First, Second, each Value>(
    _ first: any KeyPath<Record, First> & Sendable, _ second: any KeyPath<Record, Second> & Sendable,
    _ more: repeat any KeyPath<Record, each Value> & Sendable
  ) throws(Record.Adapter.Failure) -> (First, Second, repeat each Value)? {
    try finder.atMostOne.pluck(first, second, repeat each more).first
  }

  // MARK: - Order

  /// Orders the records by the places that their values in a column have in a list. Records with other values come
  /// last.
  ///
  /// ```swift
  /// Todo.order(by: \.status, in: [.waiting, .open, .done])
  /// ```
  ///
  /// The order is computed for each record, so no index is used for it.
  public func order<Value: ColumnValue & Hashable>(
    by column: any KeyPath<Record, Value> & Sendable, in values: [Value]
  ) -> Finder<Record> {
    let places = Dictionary(zip(values, values.indices)) { first, _ in first }
    return order { first, second in
      places[first[keyPath: column], default: places.count] < places[second[keyPath: column], default: places.count]
    }
  }
}

extension Model {
  /// Returns the only record of the model.
  ///
  /// - Throws: ``StoreError/noMatch(model:)`` when there is none, ``StoreError/severalMatch(model:)`` when there are
  ///   more.
  public static func sole() throws -> Self { try records.sole() }

  /// Orders the records by the places that their values in a column have in a list; see ``FinderChain/order(by:in:)``.
  public static func order<Value: ColumnValue & Hashable>(
    by column: any KeyPath<Self, Value> & Sendable, in values: [Value]
  ) -> Finder<Self> {
    records.order(by: column, in: values)
  }
}
