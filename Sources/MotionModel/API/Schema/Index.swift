/// An index: finds records by something else than their ids, without looking at the others.
///
/// Columns have the usual ones by their options (``ColumnOptions/indexed``, ``ColumnOptions/unique``, ``ColumnOptions/ordered``). All
/// others are declared beside the columns, or added to a store and removed from it while it is in use:
///
/// ```swift
/// static let schema = Schema<Todo> {
///   Column(\.projectID)
///   Column(\.priority)
///   Column(\.tags)
///   Index(\.projectID, \.priority)                       // several columns together
///   Index(\.slug, unique: true)                          // a computed property
///   Index(\.priority, where: \.done == false)            // some of the records
///   Index(elementsOf: \.tags)                            // contains("urgent")
///   Index(substringsOf: \.name)                          // contains, startsWith, endsWith
/// }
///
/// try store.addIndex(Index<Todo>(orderedBy: \.dueDate))
/// ```
///
/// An index changes no answer. It is kept with every write that changes what it knows, shared between a store and its snapshots, and
/// used by finders whose conditions it serves: ``FinderChain/plan`` says whether it is.
///
/// A finder uses an index of some of the records when it asks for the same condition, among others. What a computed property or a
/// condition says must follow from the record alone, and may be asked from any thread. One that asks the store waits for itself, as it
/// is asked while the store is locked: in a program that is built without optimisation, that traps.
public struct Index<Record: Model>: Sendable {
  let definition: IndexDefinition

  /// What the index is called in plans, errors and ``Store/removeIndex(_:of:)``: by its columns, unless another name is given.
  public var name: String { definition.name }
  /// How it finds records.
  public var kind: IndexKind { definition.kind }
  /// Whether it refuses records with the same values.
  public var isUnique: Bool { definition.isUnique }

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

  /// An index by equal values of one property, or of several together.
  ///
  /// - Parameters:
  ///   - properties: The properties, which may be computed ones. All of them must be asked for.
  ///   - isUnique: Whether no two records may have the same values; those in which one of the values is missing (nil) may.
  ///   - condition: What records must meet to be in the index; nil for all.
  ///   - name: The name; nil for one made of the properties'.
  public init<each Value: ColumnValue>(
    _ properties: repeat any KeyPath<Record, each Value> & Sendable, unique isUnique: Bool = false,
    where condition: RecordPredicate<Record>? = nil, name: String? = nil
  ) {
    var columns: [ColumnReference] = []
    for property in repeat each properties { columns.append(ColumnReference(property)) }
    self.init(.hash(columns, isUnique: isUnique), condition, name)
  }

  /// An index in the order of a property, for ranges and for the first records of an order.
  public init<Value: ColumnValue>(
    orderedBy property: any KeyPath<Record, Value> & Sendable, where condition: RecordPredicate<Record>? = nil,
    name: String? = nil
  ) {
    self.init(.ordered(ColumnReference(property)), condition, name)
  }

  /// An index of the elements of arrays, for `contains(element)`.
  public init<Element: ColumnValue>(
    elementsOf property: any KeyPath<Record, [Element]> & Sendable, where condition: RecordPredicate<Record>? = nil,
    name: String? = nil
  ) {
    self.init(.elements(of: property), condition, name)
  }

  /// An index of parts of texts, for `contains`, `startsWith`, `endsWith` and `eq`, with or without regard to case, where three
  /// characters or more are looked for.
  ///
  /// It keeps the records of each three characters that follow one another (trigrams; see R. Cox, *Regular Expression Matching with
  /// a Trigram Index*, 2012), which takes about twice the memory of short texts.
  public init<Text: TextValue>(
    substringsOf property: any KeyPath<Record, Text> & Sendable, where condition: RecordPredicate<Record>? = nil,
    name: String? = nil
  ) {
    let text: @Sendable (UnsafeRawPointer) -> String? = {
      $0.assumingMemoryBound(to: Record.self).pointee[keyPath: property].text
    }
    self.init(.substrings(of: ColumnReference(property), text), condition, name)
  }
}

extension Index: CustomStringConvertible {
  /// The name, and that it is unique.
  public var description: String { isUnique ? "\(name) unique" : name }
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
