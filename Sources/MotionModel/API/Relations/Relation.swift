/// A relation between the records of two models, declared once in a model's `Relations`.
///
/// ```swift
/// struct Project: Model {
///   struct Relations: ModelRelations {
///     let todos = HasMany<Todo>(\.projectID, dependent: .destroy)
///     let cover = HasOne<Picture>(\.projectID)
///     let people = HasMany<Person>(through: \.todos, \.assignee)
///   }
/// }
///
/// struct Todo: Model {
///   struct Relations: ModelRelations {
///     let project = BelongsTo<Project>(\.projectID)
///     let assignee = BelongsTo<Person>(\.personID)
///   }
/// }
///
/// project.todos.count     // each of them is a member of the record
/// todo.project?.name
/// ```
///
/// All kinds are one generic type, called ``Model/HasMany``, ``Model/HasOne`` and ``Model/BelongsTo`` inside a
/// model. The model that has the key declares `BelongsTo`, which gives the key's column an index. The relation of
/// the other model works without that declaration, but then scans all records of the related model.
///
/// A record's relation belongs to the store in use where it is written, or to the store that ``Store/of(_:)`` names,
/// and reads nothing until it is queried. A record that came from another store therefore finds what this store has
/// under the record's id.
public struct Relation<Owner: Model, Kind: RelationKind>: Sendable {
  @usableFromInline var core: RelationCore<Owner, Kind.Target>
  /// What the owner's attributes may do to the related records; nil if they may not write them.
  var nested: NestedPolicy?
  /// Whether the owner's attributes may have the ids of the related records.
  var acceptsIDs = false
  /// Whether the owner's attributes may write the related records.
  var acceptsAttributes: Bool { nested != nil }
}

extension Relation {
  /// Returns the name of the property in `Relations` that a key path refers to.
  package static func name(of keyPath: any KeyPath<Owner.Relations, Relation> & Sendable) -> String {
    // A key path's description is its type and its properties, separated by dots.
    String("\(keyPath)".split(separator: ".").last ?? "")
  }

  /// The property of the key, if the relation leads to a parent.
  package var keyPath: (any PartialKeyPath<Owner> & Sendable)? {
    if case .own(let key)? = core.key { key.keyPath } else { nil }
  }
}

extension Relation {
  /// Returns whether a record has the id of a parent, which may not be stored.
  package func hasParent<Target: Model>(_ record: Owner) -> Bool where Kind == ToParent<Target> {
    core.ownKey.value(record) != nil
  }

  /// Sets the key of a record to the id of a parent, and saves nothing.
  package func setParent<Target: Model>(of record: inout Owner, to parent: Target) where Kind == ToParent<Target> {
    core.ownKey.assign(&record, parent.id)
  }
}

/// The kind of a relation: to many records, to one, or to a parent.
public protocol RelationKind: Sendable {
  /// The model of the related records.
  associatedtype Target: Model
  /// What the relation returns for one record: an array, or a record or nil.
  associatedtype Related: Sendable

  /// Converts the related records of one record to what the relation returns.
  static func related(_ records: [Target]) -> Related
}

/// The kind of a relation whose key the related records have: to many of them, or to one.
public protocol ChildRelationKind: RelationKind {}

/// A relation to many records, which have the owner's key.
public enum ToMany<Target: Model>: ChildRelationKind {
  /// Returns all related records.
  public static func related(_ records: [Target]) -> [Target] { records }
}

/// A relation to one record, which has the owner's key.
public enum ToOne<Target: Model>: ChildRelationKind {
  /// The first record, or nil.
  public static func related(_ records: [Target]) -> Target? { records.first }
}

/// A relation to a parent, whose key the owner has.
public enum ToParent<Target: Model>: RelationKind {
  /// The parent, or nil.
  public static func related(_ records: [Target]) -> Target? { records.first }
}

extension Model where Relations == Void {
  /// No relations, the default.
  public static var relations: Void { () }
}

/// The relations of a model, a nested struct with a property for each.
///
/// ```swift
/// struct Project: Model {
///   var id = 0
///   var name = ""
///
///   struct Relations: ModelRelations { let todos = HasMany<Todo>(\.projectID, dependent: .destroy) }
/// }
/// ```
///
/// A struct that conforms is made once, when it is first needed, and `static let relations` is not declared.
public protocol ModelRelations: Sendable {
  /// Creates the relations.
  init()
}

extension Model where Relations: ModelRelations {
  /// The relations, which are made once, the default.
  @inlinable public static var relations: Relations { MadeRelations.of(Self.self) }
}

/// The relations that no model declares as a `static let`.
@usableFromInline final class MadeRelations<Relations: ModelRelations>: Sendable {
  @usableFromInline let relations = Relations()

  private init() {}

  @inlinable static func of<Record: Model>(_ model: Record.Type) -> Relations where Record.Relations == Relations {
    (Made.relations(of: model).map { Unmanaged<MadeRelations>.fromOpaque($0).takeUnretainedValue() } ?? make(model))
      .relations
  }

  @usableFromInline
  static func make(_ model: any Model.Type) -> MadeRelations { Made.relations.object(of: model) { MadeRelations() } }
}

/// What is made once for each model that does not declare it.
@usableFromInline enum Made {
  static let schemas = PerType()
  static let relations = PerType()

  // NB: Functions for code that is compiled in the caller's module, which would count a reference to the tables.

  @usableFromInline static func schema(of type: Any.Type) -> UnsafeMutableRawPointer? { schemas.object(of: type) }

  @usableFromInline static func relations(of type: Any.Type) -> UnsafeMutableRawPointer? { relations.object(of: type) }
}
