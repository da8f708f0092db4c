extension Model {
  /// Creates a record from untyped values; columns that are not named have their defaults.
  ///
  /// ```swift
  /// let todo = try Todo(attributes: ["name": "Walk the dog", "due_date": "2012-09-15", "priority": "3"])
  /// ```
  ///
  /// Values are cast to the columns' types by the rules in <doc:Casting>. Columns may be named in snake case. The
  /// ``ColumnValue/attribute`` of a variable is its untyped value: `["name": name.attribute]`.
  ///
  /// - Throws: ``AttributeError`` when a value cannot be cast, or a name is not that of a column.
  public init(attributes: [String: AttributeValue]) throws(AttributeError) {
    self = Self.made()
    try set(attributes)
    initialized()
  }

  /// The values of all columns, by name.
  public var attributes: [String: AttributeValue] {
    Dictionary(uniqueKeysWithValues: Self.schema.columns.map { ($0.name, $0[self]) })
  }

  /// Sets a column from an untyped value.
  ///
  /// ```swift
  /// try todo.set("priority", to: "7")
  /// ```
  ///
  /// - Throws: ``AttributeError`` when the value cannot be cast, or no column has the name. The record is unchanged
  ///   then.
  public mutating func set(_ name: String, to value: AttributeValue) throws(AttributeError) {
    let schema = Self.schema
    guard let column = schema[name] else { throw .unknownColumn(model: schema.modelName, column: name) }
    try column.set(value, in: &self)
  }

  /// Sets columns from untyped values.
  ///
  /// - Throws: ``AttributeError`` for an unknown name, for two names of one column, or for the first value, in the
  ///   order of the columns, that cannot be cast. The record is unchanged then.
  public mutating func set(_ attributes: [String: AttributeValue]) throws(AttributeError) {
    let schema = Self.schema
    var changed = self
    var values: [Int: AttributeValue] = [:]
    for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
      guard let index = schema.index(of: name) else { throw .unknownColumn(model: schema.modelName, column: name) }
      if values.updateValue(value, forKey: index) != nil {
        throw .duplicateColumn(model: schema.modelName, column: schema.columns[index].name)
      }
    }
    for (index, value) in values.sorted(by: { $0.key < $1.key }) {
      try schema.columns[index].set(value, in: &changed)
    }
    self = changed
  }

  // MARK: - Differences

  /// Returns the columns in which this record differs from another, in order of declaration.
  ///
  /// - Parameter other: The record before the changes.
  public func changes(from other: Self) -> [ColumnChange] { Self.schema.changes(from: other, to: self) }

  func changes(fromStored stored: Self?) -> [ColumnChange] { Self.schema.changes(from: stored, to: self) }

  func differs(fromStored stored: Self?) -> Bool { stored.map { !Self.schema.isSame($0, self) } ?? true }
}
