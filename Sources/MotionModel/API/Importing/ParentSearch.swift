/// Finds the parents of one relation by a column during an import, and creates those that are missing.
///
/// It hides the parents' model and the column's type. Values are hashable, because rows wait for parents by them.
protocol ParentSearch<Record>: AnyObject {
  associatedtype Record: Model

  /// The relation's name.
  var relation: String { get }
  /// The layout of the parents' model.
  var layout: TableLayout { get }
  /// Whether the parents are of the same model.
  var isOfItself: Bool { get }
  /// Casts a row's value to the type of the parents' column.
  func value(_ attribute: AttributeValue) throws(AttributeError) -> AnyHashable

  /// Returns the value by which other rows find a record as their parent; nil if the parents are of another model or
  /// the record has no value that was given by its row.
  ///
  /// - Parameter assigned: The numbers of the columns that the row gives.
  func ownValue(of record: Record, assigned: [Int]) -> AnyHashable?

  /// Finds the parent with a value.
  func find(_ value: AnyHashable) throws -> FoundParent<Record>

  /// Notes a record of any model that was written, because it may be a parent.
  func note(_ record: any Model)

  /// Removes the parent of a record.
  func clear(_ record: inout Record)
}

/// What was found for the parent of a record.
enum FoundParent<Record: Model> {
  /// Sets the record's key.
  case stored((inout Record) -> Void)
  /// No parent is stored yet. Creates it, sets the record's key and returns the parent; returns nil if the parent was
  /// created meanwhile.
  case missing((inout Record) throws -> (any Model)?)
}

/// Finds parents by the values of one column.
final class ParentsByColumn<Record: Model, Parent: Model, Value: ColumnValue>: ParentSearch {
  let relation: String
  var layout: TableLayout { table.layout }
  var isOfItself: Bool { Parent.self == Record.self }

  private let table: ModelTable<Parent>
  private let key: ForeignKey<Record, Parent>
  private let property: any WritableKeyPath<Parent, Value> & Sendable
  private let column: Int
  private var columnName: String { Parent.schema.columns[column].name }
  private let missing: MissingParent
  private let lookup: RecordLookup<Parent>
  /// The parents that were created, by the values of rows: a hook may have stored another value.
  private var created: [Value: Parent.ID] = [:]
  /// The parents that an adapter found, because querying it again may be slow.
  private var remembered: [Value: Parent.ID] = [:]

  init(
    _ store: Store, _ key: ForeignKey<Record, Parent>, _ property: any WritableKeyPath<Parent, Value> & Sendable,
    _ missing: MissingParent
  ) throws(ImportError) {
    guard let column = Parent.schema.index(of: property) else {
      throw .notAColumn(model: Parent.schema.modelName, property: "\(property)")
    }
    relation = Record.schema.relations.first { $0.relation.ownKeyPath == key.keyPath }?.name ?? "\(key.keyPath)"
    (self.key, self.property, self.column, self.missing) = (key, property, column, missing)
    table = store.table(Parent.self)
    lookup = RecordLookup(table, columns: [column])
  }

  func value(_ attribute: AttributeValue) throws(AttributeError) -> AnyHashable {
    do { return AnyHashable(try Value(attribute: attribute)) } catch {
      throw .cast(model: layout.name, column: columnName, error)
    }
  }

  func ownValue(of record: Record, assigned: [Int]) -> AnyHashable? {
    guard assigned.contains(column), let parent = record as? Parent else { return nil }
    return AnyHashable(parent[keyPath: property])
  }

  func find(_ value: AnyHashable) throws -> FoundParent<Record> {
    guard let value = value.base as? Value else { preconditionFailure("a value of another type") }
    if let id = try storedID(value) { return .stored { [key] record in key.assign(&record, id) } }
    switch missing {
    case .create:
      return .missing { [self] record in try assignCreated(value, to: &record) }
    case .leaveNil:
      return .stored { [key] record in key.assign(&record, nil) }
    case .refuse:
      throw ImportError.parentNotFound(
        model: Record.schema.modelName, relation: relation, parent: layout.name, column: columnName)
    }
  }

  func note(_ record: any Model) {
    if let parent = record as? Parent { lookup.note(parent) }
  }

  func clear(_ record: inout Record) { key.assign(&record, nil) }

  private func storedID(_ value: Value) throws -> Parent.ID? {
    if let id = created[value], table.stored(id) != nil { return id }
    if let id = remembered[value] { return id }
    var probe = Parent()
    probe[keyPath: property] = value
    switch try lookup.match(probe) {
    case .none: return nil
    case .one(let id):
      if layout.isExternal { remembered[value] = id }
      return id
    case .several:
      throw ImportError.parentAmbiguous(
        model: Record.schema.modelName, relation: relation, parent: layout.name, column: columnName)
    }
  }

  private func assignCreated(_ value: Value, to record: inout Record) throws -> Parent? {
    if let id = try storedID(value) {
      key.assign(&record, id)
      return nil
    }
    var parent = table.store.asCurrent { Parent.new() }
    parent[keyPath: property] = value
    try table.insert(&parent)
    created[value] = parent.id
    key.assign(&record, parent.id)
    return parent
  }
}
