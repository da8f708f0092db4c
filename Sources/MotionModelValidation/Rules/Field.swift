public import MotionModel

/// A property of a model, for rules.
@usableFromInline
struct Field<Record: Validatable>: Sendable {
  /// The name of the column or property.
  @usableFromInline let name: String
  let isNil: @Sendable (Record) -> Bool
  let isBlank: @Sendable (Record) -> Bool
  let isEqual: @Sendable (Record, Record) -> Bool

  /// Creates a field for a property that the schema declares.
  ///
  /// - Parameter rule: The name of the rule, for the error message if there is no such column.
  @usableFromInline
  init<Value>(_ keyPath: any KeyPath<Record, Value> & Sendable, of rule: String) {
    guard let column = Record.schema[keyPath] else {
      Misuse.stop(
        "The rule \(rule) of \(Record.schema.modelName)", "is for \(keyPath), which is not a column of its schema",
        "declare the column, or use Validate with a name and a closure")
    }
    self.init(named: column.name, keyPath)
  }

  /// Returns the fields of several columns.
  static func list<each Value>(
    _ columns: repeat any KeyPath<Record, each Value> & Sendable, of rule: String
  ) -> [Field] {
    var fields: [Field] = []
    for column in repeat each columns { fields.append(Field(column, of: rule)) }
    return fields
  }

  /// Creates a field for a property that need not be a column, such as the repetition of a password.
  init<Value>(transient keyPath: any KeyPath<Record, Value> & Sendable) {
    self.init(named: Record.schema[keyPath]?.name ?? ColumnName.read(from: keyPath), keyPath)
  }

  private init<Value>(named name: String, _ keyPath: any KeyPath<Record, Value> & Sendable) {
    self.name = name
    let (isNil, isBlank) = (ValueTests.isNil(Value.self), ValueTests.isBlank(Value.self))
    self.isNil = { record in withRow(of: record[keyPath: keyPath]) { isNil?($0) ?? false } }
    self.isBlank = { record in withRow(of: record[keyPath: keyPath]) { isBlank?($0) ?? false } }
    isEqual = { ($0[keyPath: keyPath] as? any Equatable)?.equals($1[keyPath: keyPath]) ?? false }
  }
}

extension Equatable {
  fileprivate func equals(_ other: Any) -> Bool { other as? Self == self }
}

extension QuickTests {
  /// Returns a test of a property's value, specialised for its type in the caller's module.
  ///
  /// A stored property is read from memory, which is ten times faster than the key path.
  @inlinable @inline(__always)
  static func of<Record, Value>(
    _ keyPath: any KeyPath<Record, Value> & Sendable, _ test: @escaping @Sendable (Value) -> Bool
  ) -> QuickTest {
    let reader = PropertyReader(keyPath)
    guard let stored = reader.stored else { return { test(reader.value(in: $0)) } }
    return { test(stored.value(in: $0)) }
  }

  /// Returns a test of a property's value that takes the value in place.
  static func at<Record, Value>(
    _ keyPath: any KeyPath<Record, Value> & Sendable, _ test: @escaping QuickTest
  ) -> QuickTest {
    let reader = PropertyReader(keyPath)
    guard let stored = reader.stored else { return { withRow(of: reader.value(in: $0), test) } }
    return { test(stored.place(in: $0)) }
  }
}

/// The functions that create quick tests.
@usableFromInline enum QuickTests {}
