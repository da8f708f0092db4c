/// An index, which finds records by something other than their ids without scanning the table.
///
/// The options of a column declare the usual indexes (``ColumnOptions/indexed``, ``ColumnOptions/unique``,
/// ``ColumnOptions/ordered``). All others are declared beside the columns, or added to and removed from a store
/// while it is in use:
///
/// ```swift
/// static let schema = Schema<Todo> {
///   Index(\.projectID, \.priority)                       // several columns together
///   Index(orderedBy: \.projectID, \.dueDate)             // in order within a project
///   Index(\.slug, unique: true)                          // a computed property
///   Index(\.priority, where: \.done == false)            // some of the records
///   Index(elementsOf: \.tags)                            // contains("urgent")
///   Index(substringsOf: \.name)                          // contains, startsWith, endsWith
///   Index(substringsOf: \.city, accentSensitive: false)  // the same without regard to accents, too
/// }
///
/// try store.addIndex(Index<Todo>(orderedBy: \.dueDate))
/// ```
///
/// An index never changes a result. It is updated by every write that changes its values, shared between a store and
/// its snapshots, and used by finders whose conditions it supports: ``FinderChain/plan`` shows whether it is used.
///
/// A finder uses an index of some of the records if the finder's conditions include the index's condition. The value
/// of a computed property or a condition must depend only on its record, and may be read from any thread. One that
/// reads the store traps when a single record is written, because the store is locked meanwhile.
public struct Index<Record: Model>: Sendable {
  package let definition: IndexDefinition

  /// The index's name in plans, errors and ``Store/removeIndex(_:of:)``: the names of its columns, unless another is
  /// given.
  package var name: String { definition.name }
  /// The kind of index.
  package var kind: IndexKind { definition.kind }
  /// Whether the index rejects records with equal values.
  package var isUnique: Bool { definition.isUnique }

  /// Creates an index of another module.
  package init(_ definition: IndexDefinition) { self.definition = definition }

  private init(_ definition: IndexDefinition, _ condition: RecordPredicate<Record>?, _ name: String?) {
    if let condition, !condition.node.isIndexable {
      fatalError(
        """
        The index \(definition.name) of \(Record.self) cannot have the condition \(condition), which asks for other records: \
        take one that asks for the record alone.
        """)
    }
    self.definition = definition.with(name: name, condition: condition?.node)
  }

  /// Creates an index by equal values of one property, or of several together.
  ///
  /// - Parameters:
  ///   - properties: The properties, which may be computed. A finder must have conditions on all of them to use the
  ///     index.
  ///   - isUnique: Whether no two records may have the same values. Records in which one of the values is nil may, as
  ///     in SQL: add an index of the other properties `where` that one is nil if they may not.
  ///   - condition: The condition for records in the index; nil for all records.
  ///   - name: The name; by default, it is composed of the properties' names.
  public init<each Value: ColumnValue>(
    _ properties: repeat any KeyPath<Record, each Value> & Sendable, unique isUnique: Bool = false,
    where condition: RecordPredicate<Record>? = nil, name: String? = nil
  ) {
    var columns: [ColumnReference] = []
    for property in repeat each properties { columns.append(ColumnReference(property)) }
    self.init(.hash(columns, isUnique: isUnique), condition, name)
  }

  /// Creates an index in the order of a property, or of several, for ranges and for the first records of an order.
  ///
  /// ```swift
  /// Index(orderedBy: \.projectID, \.dueDate)
  ///
  /// Todo.where(\.projectID == 7)                                       // uses it
  /// Todo.where(\.projectID == 7 && \.dueDate < today)                  // uses it
  /// Todo.where(\.projectID == 7).order(by: \.dueDate).limit(10)        // reads ten records of it, and sorts nothing
  /// Todo.order(by: \.projectID).order(by: \.dueDate).limit(10)         // the same
  /// ```
  ///
  /// A condition or an order of a further property uses the index if each property before it must equal a value. An
  /// order by several properties is read from it if all go in one direction, with nil last when ascending and first
  /// when descending.
  ///
  /// - Parameters:
  ///   - property: The property, which may be computed.
  ///   - further: Further properties, which decide among records with equal values of those before.
  ///   - condition: The condition for records in the index; nil for all records.
  ///   - name: The name; by default, it is composed of the properties' names.
  public init<Value: ColumnValue, each Further: ColumnValue>(
    orderedBy property: any KeyPath<Record, Value> & Sendable,
    _ further: repeat any KeyPath<Record, each Further> & Sendable, where condition: RecordPredicate<Record>? = nil,
    name: String? = nil
  ) {
    var columns = [ColumnReference(property)]
    for property in repeat each further { columns.append(ColumnReference(property)) }
    self.init(.ordered(columns), condition, name)
  }

  /// Creates an index of the elements of arrays, for `contains(element)`.
  public init<Element: ColumnValue>(
    elementsOf property: any KeyPath<Record, [Element]> & Sendable, where condition: RecordPredicate<Record>? = nil,
    name: String? = nil
  ) {
    self.init(.elements(of: property), condition, name)
  }

  /// Creates an index of substrings, for `contains`, `startsWith`, `endsWith` and `eq`, with or without regard to
  /// case, when the condition has three characters or more.
  ///
  /// It stores the records of each sequence of three characters (trigrams; see R. Cox, *Regular Expression Matching
  /// with a Trigram Index*, 2012), which takes about twice the memory of short strings.
  ///
  /// - Parameters:
  ///   - property: The property, which may be computed.
  ///   - accentSensitive: Whether the index keeps accents. An index without accents also serves conditions with
  ///     `accentSensitive: false`; for other conditions, strings that differ only in accents are then tested
  ///     individually.
  ///   - condition: The condition for records in the index; nil for all records.
  ///   - name: The name; by default, it is that of the property.
  public init<Text: TextValue>(
    substringsOf property: any KeyPath<Record, Text> & Sendable, accentSensitive: Bool = true,
    where condition: RecordPredicate<Record>? = nil, name: String? = nil
  ) {
    let reader = PropertyReader(property)
    self.init(
      .substrings(of: ColumnReference(property), ignoringAccents: !accentSensitive) { reader.value(in: $0).text },
      condition, name)
  }
}

extension Index: CustomStringConvertible {
  /// The name, followed by `unique` for a unique index.
  public var description: String { isUnique ? "\(name) unique" : name }
}

extension IndexDefinition {
  /// Creates an index of the elements of arrays.
  static func elements<Record: Model, Element: ColumnValue>(
    of keyPath: any KeyPath<Record, [Element]> & Sendable
  ) -> IndexDefinition {
    let (column, array) = (ColumnReference(keyPath), PropertyReader(keyPath))
    let terms = TermIndex.Terms(
      inRow: { row in Set(array.value(in: row).map { tableHash($0) }) }, areStable: column.operations.isStable,
      wanted: { node in
        guard case .element(let other, let test) = node, other.isSame(as: column) else { return nil }
        return [test.hash]
      })
    return IndexDefinition(.elements, [column]) { TermIndex($0, terms) }
  }
}
