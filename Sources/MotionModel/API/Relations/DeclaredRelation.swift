/// A relation as its model declares it, for code that inspects a schema.
///
/// ```swift
/// Project.schema.relations.map(\.description)   // => ["todos: HasMany<Todo>"]
/// ```
public struct DeclaredRelation: Sendable, CustomStringConvertible {
  /// The name of the property in `Relations`.
  public let name: String
  /// The kind of relation.
  public let kind: Kind
  /// The model of the related records; several models where a parent may be of any of them.
  public let targets: [any Model.Type]
  /// The name of the column that holds the key, in this model or the related one; nil for a relation through
  /// another.
  public var key: String? { relation.keyName }
  /// Whether every record must have a parent.
  public var isRequired: Bool { relation.reference.isRequired }
  /// Which ids a key may have, if the parent may be missing.
  public var references: References { relation.reference.references }
  /// What happens to a record when its parent is deleted, if the key must lead to a stored one.
  public var onDelete: ReferentialAction { relation.reference.onDelete }
  /// What happens to the related records when a record is destroyed.
  public var dependent: Dependent { relation.dependent }

  let relation: any AnyRelation

  /// The kinds of relations.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Many records have this model's key.
    case hasMany = "HasMany"
    /// One record has this model's key.
    case hasOne = "HasOne"
    /// This model has the key of a parent.
    case belongsTo = "BelongsTo"
  }

  /// Which ids an optional key may have; see ``Relation``.
  ///
  /// ```swift
  /// let project = BelongsTo<Project>(\.projectID, references: .existing)
  /// ```
  public enum References: String, Sendable, Hashable, CaseIterable {
    /// Any: a key may have the id of a record that is not stored, and then counts as nil.
    case any
    /// None, or the id of a stored record. No commit leaves another one: neither by saving a record, nor by deleting
    /// its parent.
    case existing
  }

  /// The name and the kind: `todos: HasMany<Todo>`.
  public var description: String {
    "\(name): \(kind.rawValue)<\(targets.map { "\($0)" }.joined(separator: " or "))>"
  }

  /// The relations of a model, in order of declaration.
  static func all<Record: Model>(of model: Record.Type) -> [DeclaredRelation] {
    let children = Mirror(reflecting: Record.relations).children
    if MemoryLayout<Record.Relations>.size > 0, !children.contains(where: { $0.label != nil }) {
      fatalError(
        """
        The relations of \(model) cannot be read, because the program is built without reflection metadata: build it with them, or \
        nothing would keep records that belong together.
        """)
    }
    return children.compactMap { name, value in
      guard let name, let relation = value as? any AnyRelation else { return nil }
      return DeclaredRelation(name: name, kind: relation.kind, targets: relation.targets, relation: relation)
    }
  }
}

/// A relation, for code that knows neither its models nor its kind.
protocol AnyRelation: Sendable {
  var kind: DeclaredRelation.Kind { get }
  var targets: [any Model.Type] { get }
  /// The name of the key's column; nil for a relation through another.
  var keyName: String? { get }
  /// The key; nil for a relation through another.
  var link: Link? { get }
  /// The keys, one for each model that a parent can be of, or one for the related model.
  var links: [Link] { get }
  /// The property of the key, if this model has the key.
  var ownKeyPath: AnyKeyPath? { get }
  /// The names of the columns of the key, if this model has the key.
  var ownKeyColumns: [String] { get }
  var reference: Reference { get }
  var dependent: Dependent { get }
  /// Whether the owner's attributes may write the related records.
  var acceptsAttributes: Bool { get }
  /// Whether the owner's attributes may have the ids of the related records.
  var acceptsIDs: Bool { get }
  /// Replaces the related records by those with some ids.
  func replace(_ value: AttributeValue, of owner: any Model, given: any Model, _ name: String, in store: Store) throws
  /// Writes related records from attributes.
  ///
  /// - Returns: Closures to run once the owner is saved.
  func write(
    _ value: AttributeValue, of owner: inout any Model, given: any Model, _ name: String, in store: Store
  ) throws -> [() throws -> Void]
  /// What changes of children do to their parents.
  var parentUpdates: [ParentUpdate] { get }
  /// Applies the relation's ``Dependent`` to the records that depend on destroyed records.
  func cascade(from owners: [any Model], in cascade: Cascade, _ name: String) throws
}

extension Relation: AnyRelation {
  var kind: DeclaredRelation.Kind {
    switch Kind.self {
    case is ToParent<Kind.Target>.Type: .belongsTo
    case is ToOne<Kind.Target>.Type: .hasOne
    default: .hasMany
    }
  }

  var targets: [any Model.Type] { [Kind.Target.self] }

  var keyName: String? { link?.column.name }

  var link: Link? {
    switch core.key {
    case .own(let key)?: key.link
    case .theirs(let key)?: key.link
    case nil: nil
    }
  }

  var links: [Link] { link.map { [$0] } ?? [] }

  var ownKeyPath: AnyKeyPath? { if case .own(let key)? = core.key { key.keyPath } else { nil } }

  var ownKeyColumns: [String] { ownKeyPath == nil ? [] : keyName.map { [$0] } ?? [] }

  var reference: Reference { core.reference }

  var dependent: Dependent { core.dependent }

  var parentUpdates: [ParentUpdate] { core.parentUpdate.map { [$0] } ?? [] }
}

extension DeclaredRelation {
  /// The names of the columns that hold the key in this model: of a parent of any of several models, also the name of
  /// the model. Empty for a relation to children.
  package var ownKeyColumns: [String] { relation.ownKeyColumns }
}
