/// A property of a model that is stored, searched, cast and saved.
///
/// Columns are declared in a model's ``Schema``; properties that are not declared are transient: they live in the value
/// and its copies in the store, and are left out of files, attributes and comparisons.
///
/// ```swift
/// static let schema = Schema<Todo> {
///   Column(\.name)
///   Column(\.assignedTo, .indexed)
///   Column(\.dueDate, default: .now)
///   Column(\.projectID, name: "project")
/// }
/// ```
///
/// ## Topics
/// ### Reflection
/// - ``name``
/// - ``type``
/// - ``isOptional``
/// - ``options``
/// - ``defaultValue``
public struct Column<Record: Model>: Sendable {
  /// What the column is called in files, attributes and messages: the property's name unless another was given.
  public let name: String
  /// What kind of value it holds; for an optional property, the type of the value when there is one.
  public var type: ColumnType { operations.columnType }
  /// Whether the value can be nil.
  public var isOptional: Bool { operations.isOptional }
  /// What its values must keep to and how they are found.
  public internal(set) var options: ColumnOptions

  let keyPath: any PartialKeyPath<Record> & Sendable
  let operations: ColumnOperations
  /// For an index that takes no regard of case.
  let caseless: ColumnOperations?
  /// Puts the declared default into a record; nil where none was declared.
  let applyDefault: (@Sendable (inout Record) -> Void)?

  /// Declares a column.
  ///
  /// - Parameters:
  ///   - keyPath: The property. It must be a stored one, unless a name is given too.
  ///   - name: The column's name, where it differs from the property's.
  ///   - options: Constraints and indexes.
  public init<Value: ColumnValue>(
    _ keyPath: any WritableKeyPath<Record, Value> & Sendable,
    name: String? = nil,
    _ options: ColumnOptions = []
  ) {
    self.init(keyPath, name: name, options, ColumnOperations.of(keyPath), applyDefault: nil)
  }

  /// Declares a column whose value in new records is given by an expression.
  ///
  /// The default is put into records made by ``Model/new(_:)``, ``Model/create(_:)`` and from attributes, before anything
  /// else is. A plain `Todo()` has what the property's own initial value says.
  ///
  /// - Parameters:
  ///   - keyPath: The property. It must be a stored one, unless a name is given too.
  ///   - name: The column's name, where it differs from the property's.
  ///   - options: Constraints and indexes.
  ///   - defaultValue: An expression; it is evaluated anew for each record.
  public init<Value: ColumnValue>(
    _ keyPath: any WritableKeyPath<Record, Value> & Sendable,
    name: String? = nil,
    _ options: ColumnOptions = [],
    default defaultValue: @autoclosure @escaping @Sendable () -> Value
  ) {
    self.init(keyPath, name: name, options, ColumnOperations.of(keyPath)) { $0[keyPath: keyPath] = defaultValue() }
  }

  /// Declares a document column: any `Codable` value, kept as a whole.
  ///
  /// - Parameters:
  ///   - keyPath: The property. It must be a stored one, unless a name is given too.
  ///   - name: The column's name, where it differs from the property's.
  ///   - options: Constraints and indexes.
  @_disfavoredOverload
  public init<Value: Codable & Sendable>(
    _ keyPath: any WritableKeyPath<Record, Value> & Sendable,
    name: String? = nil,
    _ options: ColumnOptions = []
  ) {
    self.init(keyPath, name: name, options, ColumnOperations.ofDocument(keyPath), applyDefault: nil)
  }

  /// Declares a document column whose value in new records is given by an expression.
  ///
  /// - Parameters:
  ///   - keyPath: The property. It must be a stored one, unless a name is given too.
  ///   - name: The column's name, where it differs from the property's.
  ///   - options: Constraints and indexes.
  ///   - defaultValue: An expression; it is evaluated anew for each record.
  @_disfavoredOverload
  public init<Value: Codable & Sendable>(
    _ keyPath: any WritableKeyPath<Record, Value> & Sendable,
    name: String? = nil,
    _ options: ColumnOptions = [],
    default defaultValue: @autoclosure @escaping @Sendable () -> Value
  ) {
    self.init(keyPath, name: name, options, ColumnOperations.ofDocument(keyPath)) {
      $0[keyPath: keyPath] = defaultValue()
    }
  }

  init(
    _ keyPath: any PartialKeyPath<Record> & Sendable,
    name: String?,
    _ options: ColumnOptions,
    _ operations: ColumnOperations,
    applyDefault: (@Sendable (inout Record) -> Void)?
  ) {
    self.name = name ?? ColumnName.read(from: keyPath)
    self.keyPath = keyPath
    self.options = options.contains(.unique) ? options.union(.indexed) : options
    self.operations = operations
    caseless = options.contains(.indexedIgnoringCase) ? .caseless(keyPath) : nil
    if options.contains(.indexedIgnoringCase) && caseless == nil {
      fatalError(
        """
        The column "\(self.name)" of \(Record.self) cannot have an index without regard to case, because it is not a stored \
        text: use .indexed.
        """)
    }
    self.applyDefault = applyDefault
  }

  /// The value of this column in a new record, from the declared default or else the property's initial value.
  ///
  /// A default that is an expression is evaluated at each call.
  public var defaultValue: AttributeValue {
    var record = Record()
    applyDefault?(&record)
    return self[record]
  }

  /// Casts a value into this column of a record.
  func assign(_ attribute: AttributeValue, to record: inout Record) -> CastError? {
    withUnsafeMutablePointer(to: &record) { operations.assign(attribute, UnsafeMutableRawPointer($0)) }
  }

  /// The value of this column in a record.
  public subscript(record: Record) -> AttributeValue {
    withUnsafePointer(to: record) { operations.attribute(UnsafeRawPointer($0)) }
  }
}

extension Column: CustomStringConvertible {
  /// The column as one would write it down: `dueDate: Date? [ordered]`.
  public var description: String {
    "\(name): \(type)\(isOptional ? "?" : "")\(options.isEmpty ? "" : " \(options)")"
  }
}
