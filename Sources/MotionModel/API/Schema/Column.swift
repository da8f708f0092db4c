/// The name of ``Column`` where a file imports GRDB, too, which has a type of that name.
public typealias ModelColumn = Column

/// A property of a model that is stored, searched, cast and saved.
///
/// Every stored property is a column already, unless it is ``Transient``; a model's ``Schema`` declares those of which
/// there is more to say.
///
/// ```swift
/// static let schema = Schema<Todo> {
///   Column(\.assignedTo, .indexed)
///   Column(\.dueDate, default: .now)
///   Column(\.projectID, name: "project")
///   Column(\.title, was: "heading")      // its name in older files
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
/// - ``formerNames``
public struct Column<Record: Model>: Sendable {
  /// The column's name in files, attributes and messages: the property's name unless another was given.
  public let name: String
  /// The type of the column's values; for an optional property, the type of the wrapped value.
  public var type: ColumnType { operations.columnType }
  /// Whether the value can be nil.
  public var isOptional: Bool { operations.isOptional }
  /// The column's constraints and indexes.
  public internal(set) var options: ColumnOptions

  /// The names that the column had in files of earlier versions.
  public let formerNames: [String]

  package let keyPath: any PartialKeyPath<Record> & Sendable
  /// Where the property is in a record; nil for one with accessors.
  let place: StoredPlace?
  /// The distance of the property from the start of a record, in bytes; nil for one with accessors.
  package var offset: Int? { place?.offset }
  let operations: ColumnOperations
  /// The operations of an index that ignores case; nil without such an index.
  let caseless: ColumnOperations?
  /// The operations of indexes without regard to case and accents, if there are any.
  let withoutAccents: ColumnOperations?
  /// Assigns the declared default to a record; nil when none was declared.
  let applyDefault: (@Sendable (inout Record) -> Void)?

  /// Declares a column.
  ///
  /// - Parameters:
  ///   - keyPath: The property. It must be a stored property, unless a name is given too.
  ///   - name: The column's name, if it differs from the property's.
  ///   - options: Constraints and indexes.
  ///   - formerNames: The names that the column had in files of earlier versions.
  public init<Value: ColumnValue>(
    _ keyPath: any WritableKeyPath<Record, Value> & Sendable, name: String? = nil, _ options: ColumnOptions = [],
    was formerNames: String...
  ) {
    self.init(keyPath, name: name, options, ColumnOperations.of(keyPath), was: formerNames, applyDefault: nil)
  }

  /// Declares a column with a default, an expression that is evaluated for each new record.
  ///
  /// Records created by ``Model/new(_:)``, by ``Model/create(_:)-((Self)->Void)`` and from attributes start with the
  /// default. A plain `Todo()` has the property's own initial value.
  ///
  /// - Parameters:
  ///   - keyPath: The property. It must be a stored property, unless a name is given too.
  ///   - name: The column's name, if it differs from the property's.
  ///   - options: Constraints and indexes.
  ///   - formerNames: The names that the column had in files of earlier versions.
  ///   - defaultValue: An expression, which is evaluated for each record.
  public init<Value: ColumnValue>(
    _ keyPath: any WritableKeyPath<Record, Value> & Sendable, name: String? = nil, _ options: ColumnOptions = [],
    was formerNames: String..., default defaultValue: @autoclosure @escaping @Sendable () -> Value
  ) {
    self.init(keyPath, name: name, options, ColumnOperations.of(keyPath), was: formerNames) {
      $0[keyPath: keyPath] = defaultValue()
    }
  }

  /// Declares a document column, which holds a `Codable` value as a whole.
  ///
  /// - Parameters:
  ///   - keyPath: The property. It must be a stored property, unless a name is given too.
  ///   - name: The column's name, if it differs from the property's.
  ///   - options: Constraints and indexes.
  ///   - formerNames: The names that the column had in files of earlier versions.
  @_disfavoredOverload
  public init<Value: Codable & Sendable>(
    _ keyPath: any WritableKeyPath<Record, Value> & Sendable, name: String? = nil, _ options: ColumnOptions = [],
    was formerNames: String...
  ) {
    self.init(keyPath, name: name, options, ColumnOperations.ofDocument(keyPath), was: formerNames, applyDefault: nil)
  }

  /// Declares a document column with a default, an expression that is evaluated for each new record.
  ///
  /// - Parameters:
  ///   - keyPath: The property. It must be a stored property, unless a name is given too.
  ///   - name: The column's name, if it differs from the property's.
  ///   - options: Constraints and indexes.
  ///   - formerNames: The names that the column had in files of earlier versions.
  ///   - defaultValue: An expression, which is evaluated for each record.
  @_disfavoredOverload
  public init<Value: Codable & Sendable>(
    _ keyPath: any WritableKeyPath<Record, Value> & Sendable, name: String? = nil, _ options: ColumnOptions = [],
    was formerNames: String..., default defaultValue: @autoclosure @escaping @Sendable () -> Value
  ) {
    self.init(keyPath, name: name, options, ColumnOperations.ofDocument(keyPath), was: formerNames) {
      $0[keyPath: keyPath] = defaultValue()
    }
  }

  init(
    _ keyPath: any PartialKeyPath<Record> & Sendable, name: String?, _ options: ColumnOptions,
    _ operations: ColumnOperations, was formerNames: [String] = [], applyDefault: (@Sendable (inout Record) -> Void)?
  ) {
    self.name = name ?? ColumnName.read(from: keyPath)
    self.formerNames = formerNames
    self.keyPath = keyPath
    place = StoredPlace(keyPath)
    self.options = options.contains(.unique) ? options.union(.indexed) : options
    self.operations = operations
    caseless = options.contains(.indexedIgnoringCase) ? .caseless(keyPath) : nil
    let ignoringAccents: ColumnOptions = [.indexedIgnoringCaseAndAccents, .orderedIgnoringCaseAndAccents]
    let ignoresAccents = !options.isDisjoint(with: ignoringAccents)
    withoutAccents = ignoresAccents ? .withoutAccents(keyPath) : nil
    if options.contains(.indexedIgnoringCase) && caseless == nil || ignoresAccents && withoutAccents == nil {
      fatalError(
        """
        The column "\(self.name)" of \(Record.self) cannot have an index without regard to case, because it is not a stored \
        text: use .indexed.
        """)
    }
    self.applyDefault = applyDefault
  }

  /// Creates the column of a property that the schema does not mention.
  init(_ property: PropertyLayout, name: String, _ operations: ColumnOperations) {
    (self.name, self.operations, formerNames, options) = (name, operations, [], [])
    (caseless, withoutAccents, applyDefault) = (nil, nil, nil)
    keyPath = Record.keyPath(to: property)
    place = StoredPlace(offset: property.offset, type: property.type)
  }

  /// Returns whether this is the column of a property.
  func isColumn(of keyPath: AnyKeyPath) -> Bool {
    keyPath == self.keyPath || place != nil && (keyPath as? PartialKeyPath<Record>).flatMap(StoredPlace.init) == place
  }

  /// The column's value in a new record: the declared default, or else the property's initial value.
  ///
  /// A default expression is evaluated at each access.
  public var defaultValue: AttributeValue {
    var record = Record()
    applyDefault?(&record)
    return self[record]
  }

  /// Casts a value and assigns it to this column of a record.
  package func assign(_ attribute: AttributeValue, to record: inout Record) -> CastError? {
    withRow(of: &record) { operations.assign(attribute, $0) }
  }

  /// Casts a value and assigns it to this column of a record, or throws why it cannot be cast.
  func set(_ value: AttributeValue, in record: inout Record) throws(AttributeError) {
    if let reason = assign(value, to: &record) { throw refusal(reason) }
  }

  func refusal(_ reason: CastError) -> AttributeError {
    .cast(model: Record.schema.modelName, column: name, reason)
  }

  /// Casts a value of a file and assigns it to this column of a record that has its default. A document without some
  /// keys gets them from the default.
  func load(_ attribute: AttributeValue, into record: inout Record) -> CastError? {
    withRow(of: &record) { operations.load(attribute, $0) }
  }

  /// The value of this column in a record.
  public subscript(record: Record) -> AttributeValue {
    withRow(of: record) { operations.attribute($0) }
  }
}

extension Column: CustomStringConvertible {
  /// The column as a declaration: `dueDate: Date? [ordered]`.
  public var description: String {
    "\(name): \(type)\(isOptional ? "?" : "")\(options.isEmpty ? "" : " \(options)")"
  }
}
