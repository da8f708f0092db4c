import MotionModel

/// What the columns of rows mean, for the naive store.
struct NaiveMapping<Record: WorldModel>: Sendable {
  var columns: [NaiveMappedColumn<Record>]
  var parents: [any NaiveMappedParent<Record>] = []
  var key: NaiveImportKey<Record>?
  /// Whether a row is imported.
  var accepts: @Sendable ([String: AttributeValue]) -> Bool = { _ in true }
  var ignoresOthers = false

  /// The names that rules mention.
  var names: Set<String> { Set(columns.map(\.name) + parents.map(\.name)) }

  /// The names of which at least one row must have each.
  var requiredNames: Set<String> {
    Set(columns.filter { !$0.isOptional }.map(\.name) + parents.filter { !$0.isOptional }.map(\.name))
  }
}

/// A column of rows.
struct NaiveMappedColumn<Record: WorldModel>: Sendable {
  let name: String
  /// The column of the model.
  let column: String
  let isOptional: Bool
  let assign: @Sendable (AttributeValue, inout Record) throws(Refusal) -> Void

  init<Value: ColumnValue>(
    _ name: String, _ column: String, _ property: any WritableKeyPath<Record, Value> & Sendable,
    isOptional: Bool = false, _ convert: @escaping @Sendable (AttributeValue) throws -> Value = Value.init(attribute:)
  ) {
    (self.name, self.column, self.isOptional) = (name, column, isOptional)
    assign = { value, record throws(Refusal) in
      do { record[keyPath: property] = try convert(value) } catch {
        // A value that cannot be cast is refused in the name of its column.
        throw error is CastError ? .attribute : Refusal(error)
      }
    }
  }
}

/// The columns by which stored records are recognized.
struct NaiveImportKey<Record: WorldModel>: Sendable {
  /// The columns of the model.
  let columns: [String]
  let ifStored: StoredKey
  let isEqual: @Sendable (Record, Record) -> Bool

  init(
    _ columns: String..., ifStored: StoredKey = .update, isEqual: @escaping @Sendable (Record, Record) -> Bool
  ) {
    (self.columns, self.ifStored, self.isEqual) = (columns, ifStored, isEqual)
  }
}

/// A column of rows that leads to parents, for code that does not know the parents.
protocol NaiveMappedParent<Record>: Sendable {
  associatedtype Record: WorldModel
  var name: String { get }
  /// The columns of the model that hold the key.
  var columns: [String] { get }
  var isOptional: Bool { get }
  /// The column of the parents, if they are of the same model.
  var ownColumn: String? { get }
  /// Returns a row's value as one of the parents' column.
  func cast(_ value: AttributeValue) throws(Refusal) -> AnyHashable
  /// Returns the value by which other rows find a record as their parent.
  func ownValue(of record: Record) -> AnyHashable?
  func find(_ value: AnyHashable, in naive: NaiveStore, created: AnyHashable?) throws(Refusal) -> NaiveFoundParent
  /// Sets or removes the key of a record.
  func assign(_ id: AnyHashable?, to record: inout Record)
  /// Creates a parent with a value.
  ///
  /// - Returns: Its id.
  func create(_ value: AnyHashable, in naive: inout NaiveStore) throws(Refusal) -> AnyHashable
  var parentName: String { get }
}

enum NaiveFoundParent {
  case stored(AnyHashable)
  /// None is stored; the rule leaves the key empty or creates a parent.
  case leaveNil, create
}

/// A column of rows that leads to parents by one of their columns.
struct NaiveParentByColumn<Record: WorldModel, Parent: WorldModel, Value: ColumnValue & Hashable>: NaiveMappedParent {
  let name: String
  let columns: [String]
  let column: String
  let property: any WritableKeyPath<Parent, Value> & Sendable
  var missing = MissingParent.refuse
  var isOptional = false
  let setKey: @Sendable (inout Record, Parent.ID?) -> Void

  var parentName: String { Parent.name }
  var ownColumn: String? { Parent.self == Record.self ? column : nil }

  func cast(_ value: AttributeValue) throws(Refusal) -> AnyHashable {
    do { return AnyHashable(try Value(attribute: value)) } catch { throw .attribute }
  }

  func ownValue(of record: Record) -> AnyHashable? { (record as? Parent).map { AnyHashable($0[keyPath: property]) } }

  func find(_ value: AnyHashable, in naive: NaiveStore, created: AnyHashable?) throws(Refusal) -> NaiveFoundParent {
    let parents = naive[keyPath: Parent.rows].records
    if let created, parents.contains(where: { AnyHashable($0.id) == created }) { return .stored(created) }
    let found = parents.filter { AnyHashable($0[keyPath: property]) == value }
    if found.count > 1 { throw .parentAmbiguous }
    if let parent = found.first { return .stored(AnyHashable(parent.id)) }
    switch missing {
    case .refuse: throw .parentNotFound
    case .leaveNil: return .leaveNil
    case .create: return .create
    }
  }

  func assign(_ id: AnyHashable?, to record: inout Record) { setKey(&record, id?.base as? Parent.ID) }

  func create(_ value: AnyHashable, in naive: inout NaiveStore) throws(Refusal) -> AnyHashable {
    var parent = Parent()
    if let value = value.base as? Value { parent[keyPath: property] = value }
    try naive.save(&parent, .insert)
    return AnyHashable(parent.id)
  }
}
