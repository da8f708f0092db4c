import Foundation
public import MotionModelValues

/// The name of ``Schema`` where a file imports SwiftData, too, which has a type of that name.
public typealias ModelSchema = Schema

/// The columns of a model, used by casting, finders, indexes and files.
///
/// ```swift
/// struct Todo: Model {
///   var id = 0
///   var name = ""
///   var dueDate: Date?
///
///   static let schema = Schema<Todo> {
///     Column(\.dueDate, .ordered)   // only what is special
///   }
/// }
///
/// Todo.schema.columns.map(\.name)   // => ["id", "name", "dueDate"]
/// ```
///
/// Every stored property is a column. A schema says what is special: an index, another name, a default, a property
/// that is ``Transient``. Any other property has the column of a plain `Column(\.property)`, behind the column of the
/// property before. A model without a schema has nothing special.
///
/// Declare the id to give its column another name. Declare the schema as a `static let`, so that it is created once. A
/// generic type, which cannot have one, does without a schema, or creates it in a computed property, at a cost for each
/// access.
///
/// Some properties cannot have a column by themselves, and the schema traps at its first use with the ways out:
///
/// - a type that is neither a ``ColumnValue`` nor `Codable`;
/// - an object, weakly held or not;
/// - the storage of a property wrapper, whose name begins with an underscore.
///
/// A `lazy` property is never a column. A `let` is one, and its value is replaced by a file's: make `static` whatever
/// is the same for all records. A computed property is a column only if it is declared, with a name; its storage is a
/// column, too, unless it is ``Transient``. A type with a mirror of its own (`CustomReflectable`), and a program
/// without reflection metadata, have only the columns of their schema.
///
/// A schema that cannot work traps on creation, with a message that says what to change: two columns of one name
/// (even if they differ only like `dueDate` and `due_date`), two columns for one property, a reserved name, or a
/// name that cannot be read.
/// A schema also traps if its declarations query its own model, or if the initial values
/// of a record do, because the schema creates a record: `var number = Invoice.count + 1`. The default of a column
/// may query the model, because it is evaluated when a record is created:
/// `Column(\.number, default: Invoice.count + 1)`.
///
/// It is a class because it identifies its model: each model has a number, by which stores find its table.
///
/// ## Topics
/// ### Declaring
/// - ``init(version:was:declarations:)``
/// - ``Column``
/// - ``Timestamps``
/// - ``LockVersion``
/// - ``Derived``
/// - ``Index``
/// - ``Transient``
/// ### Reflection
/// - ``modelName``
/// - ``columns``
/// - ``relations``
/// - ``version``
/// - ``formerNames``
/// - ``fingerprint``
/// - ``subscript(_:)-(String)``
/// - ``subscript(_:)-(PartialKeyPath<Record>)``
public final class Schema<Record: Model>: Sendable {
  /// The columns in order of declaration; the id comes first unless it was declared elsewhere.
  public let columns: [Column<Record>]

  /// The relations in order of declaration.
  public let relations: [DeclaredRelation]

  /// The layout of the table, for code that does not know the model.
  @usableFromInline let layout: TableLayout

  // NB: Key paths are immutable, but the type of the keys does not express that they are Sendable.
  nonisolated(unsafe) private let indexByKeyPath: [AnyKeyPath: Int]
  /// The places of stored properties that are columns, each with the number of its column.
  private let places: [(place: StoredPlace, number: Int)]
  private let indexByName: [String: Int]
  /// What assigns the declared defaults to a new record.
  let defaults: [@Sendable (inout Record) -> Void]
  private let references: [ColumnReference]
  /// Where the id is in the memory of a record; nil when it is not a stored property.
  package let idOffset: Int?

  /// Creates a schema of columns, indexes, timestamps, a version and transient properties, in the order in which they
  /// are listed.
  ///
  /// - Parameters:
  ///   - version: The version of the model, which files say. It is raised when records change in a way that the
  ///     declarations do not express, with a ``Migration``.
  ///   - formerNames: The names that the model had in files of earlier versions.
  ///   - declarations: The columns and the other declarations.
  @inlinable public convenience init(
    version: Int = 1, was formerNames: String..., @ListBuilder<Declaration> declarations: () -> [Declaration]
  ) {
    self.init(
      SchemaCreation.with(Record.self, declarations), RowMemory(Record.self) { Record() }, version: version,
      was: formerNames)
  }

  @usableFromInline
  init(_ declarations: [Declaration], _ memory: RowMemory, version: Int, was formerNames: [String]) {
    if Record.self is AnyClass {
      Self.refuse("cannot work, because it is a class and records are values: make it a struct")
    }
    let offset = IDProperty<Record>.offset
    let record = SchemaCreation.with(Record.self) { Record() }
    var columns = Self.columns(declarations, of: record, idOffset: offset)
    let relations = DeclaredRelation.all(of: Record.self)
    Self.checkNames(of: relations, in: record)
    Self.indexKeys(of: relations, in: &columns)
    let idColumn = columns.firstIndex { IDProperty<Record>.isID($0.keyPath, at: offset) } ?? 0
    self.columns = columns
    self.relations = relations
    idOffset = offset
    indexByKeyPath = Self.indexByKeyPath(columns)
    let placeOfID = offset.map { StoredPlace(offset: $0, type: Record.ID.self) }
    places = columns.indices.compactMap { number in
      (columns[number].place ?? (number == idColumn ? placeOfID : nil)).map { ($0, number) }
    }
    indexByName = Self.indexByName(columns, idColumn)
    defaults = columns.compactMap(\.applyDefault)
    references = columns.indices.map { ColumnReference(columns[$0], $0) }
    layout = Self.layout(
      memory, columns, idColumn: idColumn, idOffset: offset, relations, declarations,
      Self.history(version: version, formerNames: formerNames, columns))
  }

  /// Returns the schema of a generic model, which has no stored static properties: it is made at the first call.
  ///
  /// ```swift
  /// struct Song<Adapter: StorageAdapter>: Model {
  ///   var id = 0
  ///   var title = ""
  ///   static var schema: Schema<Self> { .once { Schema { Column(\.title, .unique) } } }
  /// }
  /// ```
  @inlinable public static func once(_ make: () -> Schema) -> Schema {
    if let made = Made.schema(of: Record.self) { return Unmanaged<Schema>.fromOpaque(made).takeUnretainedValue() }
    return made(make)
  }

  @usableFromInline static func made(_ make: () -> Schema) -> Schema { Made.schemas.object(of: Record.self, make) }

  /// Returns the declared columns, the id's and those of the other stored properties.
  private static func columns(
    _ declarations: [Declaration], of record: Record, idOffset: Int?
  ) -> [Column<Record>] {
    var columns = declarations.flatMap(\.columns)
    let isIDDeclared = columns.contains { IDProperty<Record>.isID($0.keyPath, at: idOffset) }
    if !isIDDeclared { columns.insert(idColumn(at: idOffset), at: 0) }
    let transients = declarations.compactMap(\.transient).flatMap(\.keyPaths)
    return AutomaticColumns(columns, isIDDeclared: isIDDeclared, transients, of: record, idOffset: idOffset).columns
  }

  /// Traps when a relation has the name of a property, which would hide the relation.
  private static func checkNames(of relations: [DeclaredRelation], in record: Record) {
    if relations.isEmpty { return }
    let properties = Set(Mirror(reflecting: record).children.compactMap(\.label))
    if let relation = relations.first(where: { properties.contains($0.name) }) {
      refuse(
        "has a property and a relation called \"\(relation.name)\", of which only the property can be reached: rename one"
      )
    }
  }

  /// Adds an index to each column that holds a parent's id.
  private static func indexKeys(of relations: [DeclaredRelation], in columns: inout [Column<Record>]) {
    for relation in relations {
      guard let key = relation.relation.ownKeyPath else { continue }
      let isID =
        (key as? PartialKeyPath<Record>).map { IDProperty<Record>.isID($0, at: IDProperty<Record>.offset) } ?? false
      if isID { continue }
      guard let index = columns.firstIndex(where: { $0.isColumn(of: key) }) else {
        refuse("has no column for the key of the relation \"\(relation.name)\": add Column(\(key))")
      }
      columns[index].options.insert(.indexed)
    }
  }

  private static func idColumn(at offset: Int?) -> Column<Record> {
    Column(\Record.id, name: "id", [], ColumnOperations.of(IDProperty<Record>.reader(at: offset)), applyDefault: nil)
  }

  /// The name of the model's type. If the type is generic in its adapter alone, the adapter is left out, so that one
  /// declaration names one table.
  public var modelName: String { layout.name }

  static var nameOfType: String {
    let (name, argument) = (String(describing: Record.self), "<\(Record.Adapter.self)>")
    return name.hasSuffix(argument) ? String(name.dropLast(argument.count)) : name
  }

  /// Returns the column with a name, in its own spelling or in snake case, `due_date` for `dueDate`; nil when there
  /// is none.
  public subscript(name: String) -> Column<Record>? {
    indexByName[name].map { columns[$0] }
  }

  /// Returns the column of a property; nil when the property is not declared.
  public subscript(keyPath: PartialKeyPath<Record>) -> Column<Record>? {
    index(of: keyPath).map { columns[$0] }
  }

  func index(of keyPath: PartialKeyPath<Record>) -> Int? {
    // Hashing a key path takes many times as long as reading its place.
    if let place = StoredPlace(keyPath), let number = number(at: place) { return number }
    return indexByKeyPath[keyPath] ?? (IDProperty<Record>.isID(keyPath, at: idOffset) ? layout.idColumn : nil)
  }

  private func number(at place: StoredPlace) -> Int? { places.first { $0.place == place }?.number }

  /// Returns the column of a stored property, by its offset in a record and its type; nil if it is no column.
  @usableFromInline func reference(at offset: Int, of type: Any.Type) -> ColumnReference? {
    number(at: StoredPlace(offset: offset, type: type)).map { references[$0] }
  }

  func index(of name: String) -> Int? { indexByName[name] }

  /// Returns the number of a property's column; traps if the property is not a column.
  func number(of keyPath: any PartialKeyPath<Record> & Sendable) -> Int {
    guard let number = index(of: keyPath) else {
      preconditionFailure("\(keyPath) is no column of \(modelName): declare it in the schema.")
    }
    return number
  }

  /// Returns the column of a property, as predicates refer to it.
  func reference(to keyPath: PartialKeyPath<Record>) -> ColumnReference? { index(of: keyPath).map { references[$0] } }

  /// The name of the column with the ids.
  package var idName: String { columns[layout.idColumn].name }

  /// The column of the id, as predicates refer to it.
  var idReference: ColumnReference { references[layout.idColumn] }

  /// Copies the time of the latest save from one record to another, if the model has that column.
  func takeOverUpdateTime(of source: Record, in target: inout Record) {
    if let updated = layout.updated { copy(CollectionOfOne(updated), from: source, to: &target) }
  }

  // MARK: - Checks

  private static func indexByKeyPath(_ columns: [Column<Record>]) -> [AnyKeyPath: Int] {
    var result: [AnyKeyPath: Int] = [:]
    for (index, column) in columns.enumerated() {
      if let first = result.updateValue(index, forKey: column.keyPath) {
        refuse("declares one property twice, as columns \"\(columns[first].name)\" and \"\(column.name)\": remove one")
      }
    }
    return result
  }

  private static func indexByName(_ columns: [Column<Record>], _ idColumn: Int) -> [String: Int] {
    var result: [String: Int] = [:]
    for (index, column) in columns.enumerated() {
      if let objection = ColumnName.objection(to: column.name, isID: index == idColumn) {
        refuse("has a column \"\(column.name)\" that cannot be, because \(objection)")
      }
      for name in Set([column.name, ColumnName.snakeCase(column.name)]) {
        if let first = result.updateValue(index, forKey: name) {
          refuse(
            "has two columns of one name, \"\(columns[first].name)\" and \"\(column.name)\": pass another name with name:"
          )
        }
      }
    }
    return result
  }

  static func refuse(_ problem: String) -> Never {
    // NB: Not `preconditionFailure`, which prints no message in release builds.
    fatalError("The schema of \(Record.self) \(problem).")
  }
}

extension Schema {
  /// A declaration in a schema: a column, an index, the timestamps, the version or transient properties.
  public struct Declaration {
    var columns: [Column<Record>] = []
    /// Creates the index once the columns that it refers to are known.
    var index: (@Sendable () -> Index<Record>)?
    var timestamps: Timestamps<Record>?
    var version: LockVersion<Record>?
    var derived: Derived<Record>?
    var transient: Transient<Record>?
  }
}

extension ListBuilder {
  /// Adds a column.
  public static func buildExpression<Record>(_ column: Column<Record>) -> [Element]
  where Element == Schema<Record>.Declaration {
    [Element(columns: [column])]
  }

  /// Adds an index.
  public static func buildExpression<Record>(_ index: @autoclosure @escaping @Sendable () -> Index<Record>) -> [Element]
  where Element == Schema<Record>.Declaration {
    [Element(index: index)]
  }

  /// Adds timestamps.
  public static func buildExpression<Record>(_ timestamps: Timestamps<Record>) -> [Element]
  where Element == Schema<Record>.Declaration {
    [Element(columns: timestamps.columns, timestamps: timestamps)]
  }

  /// Adds a version.
  public static func buildExpression<Record>(_ version: LockVersion<Record>) -> [Element]
  where Element == Schema<Record>.Declaration {
    [Element(columns: [version.column], version: version)]
  }

  /// Adds a derived column.
  public static func buildExpression<Record>(_ derived: Derived<Record>) -> [Element]
  where Element == Schema<Record>.Declaration {
    [Element(columns: [derived.column], derived: derived)]
  }

  /// Adds transient properties.
  public static func buildExpression<Record>(_ transient: Transient<Record>) -> [Element]
  where Element == Schema<Record>.Declaration {
    [Element(transient: transient)]
  }
}

extension Schema.Declaration {
  /// Declares an index of another module.
  package init(index: @escaping @Sendable () -> Index<Record>) {
    self.init()
    self.index = index
  }
}
