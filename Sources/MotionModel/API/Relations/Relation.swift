/// How the records of a model belong together with those of another, declared once in the model's `Relations`.
///
/// ```swift
/// struct Project: Model {
///   struct Relations {
///     let todos = HasMany<Todo>(\.projectID, dependent: .destroy)
///     let cover = HasOne<Picture>(\.projectID)
///     let people = HasMany<Person>(through: \.todos, \.assignee)
///   }
///   static let relations = Relations()
/// }
///
/// struct Todo: Model {
///   struct Relations {
///     let project = BelongsTo<Project>(\.projectID)
///     let assignee = BelongsTo<Person>(\.personID)
///   }
///   static let relations = Relations()
/// }
///
/// project.todos.count     // each of them is a member of the record
/// todo.project?.name
/// ```
///
/// One generic type stands for all kinds; ``Model/HasMany``, ``Model/HasOne`` and ``Model/BelongsTo`` are its names inside a model.
/// The side that has the key declares `BelongsTo`, which gives its column an index. The other side works without that,
/// but then looks through all records of the model.
///
/// A relation looks at nothing until it is asked, in the store that is then in use, so a record that came from another store
/// finds what this one has under its id.
public struct Relation<Owner: Model, Kind: RelationKind>: Sendable {
  let core: RelationCore<Owner, Kind.Target>
  /// Whether attributes of the owner may write the related records.
  var acceptsAttributes = false
}

extension Relation {
  /// The name of the property in `Relations` that holds the relation at a key path.
  package static func name(of keyPath: any KeyPath<Owner.Relations, Relation> & Sendable) -> String {
    // A key path prints as its type and its properties.
    String("\(keyPath)".split(separator: ".").last ?? "")
  }

  /// The property of the key, of a relation to a parent.
  package var keyPath: (any PartialKeyPath<Owner> & Sendable)? {
    if case .own(let key)? = core.key { key.keyPath } else { nil }
  }
}

/// What a relation leads to: many records, one, or the parent.
public protocol RelationKind: Sendable {
  /// The model at the other end.
  associatedtype Target: Model
  /// What the relation gives for one record: an array, or a record or nil.
  associatedtype Related: Sendable

  /// What the relation gives for one record to which some are related.
  static func related(_ records: [Target]) -> Related
}

/// Many records, each of which has the key of the one that has them.
public enum ToMany<Target: Model>: RelationKind {
  /// The records.
  public static func related(_ records: [Target]) -> [Target] { records }
}

/// One record, which has the key of the one that has it.
public enum ToOne<Target: Model>: RelationKind {
  /// The first record, or nil.
  public static func related(_ records: [Target]) -> Target? { records.first }
}

/// The parent, whose key the record has.
public enum ToParent<Target: Model>: RelationKind {
  /// The parent, or nil.
  public static func related(_ records: [Target]) -> Target? { records.first }
}

/// The relations of a model that declares none.
public struct NoRelations: Sendable {
  /// Makes no relations.
  public init() {}
}

extension Model {
  /// Declares that many records have this model's key; see ``Relation``.
  public typealias HasMany<Target: Model> = Relation<Self, ToMany<Target>>

  /// Declares that one record has this model's key; see ``Relation``.
  public typealias HasOne<Target: Model> = Relation<Self, ToOne<Target>>

  /// Declares that this model has the key of another; see ``Relation``.
  public typealias BelongsTo<Target: Model> = Relation<Self, ToParent<Target>>
}

extension Model where Relations == NoRelations {
  /// None.
  public static var relations: NoRelations { NoRelations() }
}
