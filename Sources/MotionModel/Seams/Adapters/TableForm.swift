/// A model as names and types, for an adapter that makes a table of it.
package struct TableForm: Sendable {
  /// A column.
  package struct Column: Sendable, Hashable {
    /// The column's number in the schema.
    package let index: Int
    package let name: String
    package let type: ColumnType
    package let isOptional: Bool
    /// Whether it is a stored property of a standard type, whose `==` and `<` are known.
    package let isStandard: Bool

    package init(index: Int, name: String, type: ColumnType, isOptional: Bool, isStandard: Bool) {
      (self.index, self.name, self.type) = (index, name, type)
      (self.isOptional, self.isStandard) = (isOptional, isStandard)
    }
  }

  /// An index of the schema that finds records by equal values, or in order.
  package struct Index: Sendable, Hashable {
    package let columns: [Int]
    package let isUnique: Bool

    package init(columns: [Int], isUnique: Bool) { (self.columns, self.isUnique) = (columns, isUnique) }
  }

  /// A column whose values are ids of records of a model that the same adapter keeps.
  package struct Parent: Sendable {
    package let column: Int
    /// The relation that leaves no record with an id that leads to nothing; nil for a key that may.
    package let relation: String?
    /// Whether each record must have a parent. Otherwise, an id that is not assigned stands for none.
    package let isRequired: Bool
    package let onDelete: ReferentialAction
    package let table: TableForm
  }

  package let model: String
  package let columns: [Column]
  package let idColumn: Int
  /// The column that counts the saves; nil without a ``LockVersion``.
  package let versionColumn: Int?
  package let indexes: [Index]
  /// The columns with an index that finds records by equal strings without regard to case.
  package let caselessIndexes: [Int]
  /// Columns that rules of the model keep unique together, besides its indexes. Code may write without the rules.
  package let ruledColumns: [[Int]]
  private let findParents: @Sendable () -> [Parent]

  /// The parents of a record, which are looked up at use: models may be each other's.
  package var parents: [Parent] { findParents() }

  package init(
    model: String, columns: [Column], idColumn: Int, versionColumn: Int? = nil, indexes: [Index] = [],
    caselessIndexes: [Int] = [], ruledColumns: [[Int]] = [], parents: @escaping @Sendable () -> [Parent] = { [] }
  ) {
    (self.model, self.columns, self.idColumn) = (model, columns, idColumn)
    (self.versionColumn, self.indexes, self.caselessIndexes) = (versionColumn, indexes, caselessIndexes)
    (self.ruledColumns, findParents) = (ruledColumns, parents)
  }

  init(_ layout: TableLayout) {
    self.init(
      model: layout.name, columns: layout.columns.indices.map { Column(layout, $0) }, idColumn: layout.idColumn,
      versionColumn: layout.version, indexes: layout.indexes.all.compactMap(Index.init),
      caselessIndexes: layout.indexes.all.filter { $0.kind == .hashIgnoringCase && $0.condition == nil }
        .compactMap { $0.columns.first?.index }, ruledColumns: layout.type.ruledColumns(in: layout),
      parents: { Parent.all(of: layout) })
  }

  /// The columns that are unique together, by the schema or by rules.
  package var uniqueColumns: [[Int]] { indexes.filter(\.isUnique).map(\.columns) + ruledColumns }
}

extension Model {
  /// The numbers of the columns that the save check keeps unique together.
  fileprivate static func ruledColumns(in layout: TableLayout) -> [[Int]] {
    (saveCheck?.uniqueColumns ?? []).map { names in
      names.compactMap { name in layout.columns.firstIndex { $0.name == name } }
    }
  }
}

extension Schema {
  /// The model as names and types.
  package var tableForm: TableForm { TableForm(layout) }
}

extension TableForm.Index {
  /// Creates the form of an index; nil for one that finds parts of values, or has only some records.
  fileprivate init?(_ index: IndexDefinition) {
    guard index.kind == .hash || index.kind == .ordered, index.condition == nil else { return nil }
    let columns = index.columns.compactMap(\.index)
    if columns.isEmpty || columns.count != index.columns.count { return nil }
    self.init(columns: columns, isUnique: index.isUnique)
  }
}

extension TableForm.Parent {
  fileprivate static func all(of layout: TableLayout) -> [TableForm.Parent] {
    func adapter<Record: Model>(of model: Record.Type) -> ObjectIdentifier { ObjectIdentifier(Record.Adapter.self) }
    let own = adapter(of: layout.type)
    var parents: [Int: TableForm.Parent] = [:]
    for link in layout.links() where link.childSlot == layout.slot && link.type == nil {
      guard let column = link.column.index, adapter(of: link.parent.type) == own else { continue }
      let key = layout.requiredKeys.first { $0.links.contains(where: link.hasSameKey) }
      parents[column] = TableForm.Parent(
        column: column, relation: key?.name, isRequired: key?.allowsNone == false, onDelete: key?.onDelete ?? .restrict,
        table: TableForm(link.parent))
    }
    return parents.values.sorted { $0.column < $1.column }
  }
}

extension TableForm.Column {
  /// Creates the form of a column; nil for a property that is not declared as a column.
  init?(_ reference: ColumnReference, of layout: TableLayout) {
    guard let index = reference.index else { return nil }
    self.init(layout, index)
  }

  init(_ layout: TableLayout, _ index: Int) {
    let operations = layout.columns[index].operations
    self.init(
      index: index, name: layout.columns[index].name, type: operations.columnType, isOptional: operations.isOptional,
      isStandard: operations.isStable)
  }
}

extension Column {
  /// Returns the value of this column in a record, for a file or a database.
  ///
  /// - Throws: ``CastError`` when the value has no form that could be read again.
  package func written(_ record: Record) throws(CastError) -> AttributeValue {
    var (value, failure) = (AttributeValue.null, CastError?.none)
    withRow(of: record) { record in
      do throws(CastError) { value = try operations.written(record) } catch { failure = error }
    }
    if let failure { throw failure }
    return value
  }

  /// Casts a value of a database and assigns it to this column of a record that has its default.
  package func read(_ attribute: AttributeValue, into record: inout Record) -> CastError? {
    load(attribute, into: &record)
  }
}

extension StoreError {
  /// The error for a record that another program has changed.
  package static func stale<Record: Model>(_ record: Record, stored: Record) -> StoreError {
    withRow(of: record) { record in
      withRow(of: stored) { stored in
        .stale(StoreError.StaleRecord(Record.schema.layout, record, stored: stored))
      }
    }
  }
}
