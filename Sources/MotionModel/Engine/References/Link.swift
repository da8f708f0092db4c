import Foundation

/// A foreign key for code that knows neither model: how rows of one table point at rows of another.
final class Link: Sendable {
  let childType: any Model.Type
  let parentType: any Model.Type
  let operations: LinkOperations
  /// Which children have a parent of this model, where the parents may be of several.
  let type: TypeTest?

  /// The test whether a child's parent is of a model.
  struct TypeTest: Sendable {
    let condition: @Sendable () -> PredicateNode
    let isMet: @Sendable (_ child: UnsafeRawPointer) -> Bool
  }

  private let findColumn: @Sendable () -> ColumnReference

  init<Child: Model, Parent: Model>(
    _ child: Child.Type, _ parent: Parent.Type, _ keyPath: any PartialKeyPath<Child> & Sendable,
    _ access: KeyAccess<Parent.ID>, type: TypeTest? = nil
  ) {
    (childType, parentType, self.type) = (child, parent, type)
    operations = .of(access, parent, type?.isMet)
    findColumn = {
      guard let column = ColumnReference(declared: keyPath) else {
        fatalError("The foreign key \(keyPath) of \(child) is not in its schema: add Column(\(keyPath)).")
      }
      return column
    }
  }

  // NB: Looked up at use. Links are made with their models' relations, before there are schemas.

  var child: TableLayout { childType.tableLayout }
  var parent: TableLayout { parentType.tableLayout }
  /// The numbers of the models, which do not need their schemas.
  var childSlot: Int { ModelSlots.shared.slot(of: childType) }
  var parentSlot: Int { ModelSlots.shared.slot(of: parentType) }
  /// The child's column.
  var column: ColumnReference { findColumn() }
}

/// What a link does with rows; a class for the reason that ``ColumnOperations`` is one.
final class LinkOperations: Sendable {
  /// The hash that an index of the child's column has for a parent's id; nil when the parent has none.
  let childHash: @Sendable (_ parent: UnsafeRawPointer) -> UInt64?
  /// Whether a child has the id of a parent, or, where parents may be of several models, that of another with the same id.
  let hasID: @Sendable (_ child: UnsafeRawPointer, _ parent: UnsafeRawPointer) -> Bool
  /// The position of a child's parent; nil when it has none, or one that is not there.
  let parentPosition: @Sendable (_ child: UnsafeRawPointer, _ parents: TableVersion) -> Int?

  /// The keys of children that have one of some parents: an array of the child's column's type.
  let childKeys: @Sendable (_ parents: [UnsafeRawPointer]) -> any Sendable
  /// The ids of the parents of some children: an array.
  let parentIDs: @Sendable (_ children: [UnsafeRawPointer]) -> any Sendable

  /// Compiled for the types that nearly all ids have; without that, every id is reached through its witness table.
  ///
  /// - Parameter isOfType: Whether a child's parent is of the model; nil where there is no other.
  static func of<Parent: Model>(
    _ access: KeyAccess<Parent.ID>, _ parent: Parent.Type, _ isOfType: (@Sendable (UnsafeRawPointer) -> Bool)?
  ) -> LinkOperations {
    guard let offset = IDProperty<Parent>.offset else {
      return LinkOperations(access, isOfType) { $0.assumingMemoryBound(to: Parent.self).pointee.id }
    }
    switch access {
    case let access as KeyAccess<Int>: return stored(access, isOfType, at: offset)
    case let access as KeyAccess<UUID>: return stored(access, isOfType, at: offset)
    case let access as KeyAccess<String>: return stored(access, isOfType, at: offset)
    default: return stored(access, isOfType, at: offset)
    }
  }

  @inline(__always)
  private static func stored<ID: ModelID>(
    _ access: KeyAccess<ID>, _ isOfType: (@Sendable (UnsafeRawPointer) -> Bool)?, at offset: Int
  ) -> LinkOperations {
    LinkOperations(access, isOfType) { ($0 + offset).assumingMemoryBound(to: ID.self).pointee }
  }

  @inline(__always)
  private init<ID: ModelID>(
    _ access: KeyAccess<ID>, _ isOfType: (@Sendable (UnsafeRawPointer) -> Bool)?,
    _ id: @escaping @Sendable (UnsafeRawPointer) -> ID
  ) {
    childHash = { parent in
      let id = id(parent)
      return id.isAssigned ? access.indexHash(id) : nil
    }
    hasID = { child, parent in access.id(in: child) == id(parent) }
    parentPosition = { child, parents in
      guard let key = access.id(in: child), isOfType?(child) ?? true else { return nil }
      return parents.ids.first(hash: tableHash(key, parents.layout.seed)) { id(parents.rows.address(at: $0)) == key }
    }
    childKeys = { parents in
      let ids = parents.map(id).filter(\.isAssigned)
      if access.isOptional { return ids.map(Optional.some) }
      return ids
    }
    parentIDs = { children in children.compactMap { isOfType?($0) ?? true ? access.id(in: $0) : nil } }
  }
}
