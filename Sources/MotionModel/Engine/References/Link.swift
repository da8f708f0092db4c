import Foundation

/// A foreign key, for code that knows neither model: it leads from rows of one table to rows of another.
@usableFromInline final class Link: Sendable {
  /// The numbers of the models, which are known without their schemas.
  let childSlot: Int
  @usableFromInline let parentSlot: Int
  /// The property of the child, by which links of the same key are known.
  let property: any AnyKeyPath & Sendable
  let operations: LinkOperations
  /// The test which children have a parent of this model; nil when parents are of one model only.
  let type: TypeTest?
  /// Removes the key of a child.
  let clear: @Sendable (MutableRow) -> Void

  /// The test whether a child's parent is of a model.
  struct TypeTest: Sendable {
    let condition: @Sendable () -> PredicateNode
    let isMet: @Sendable (_ child: Row) -> Bool
  }

  private let findChild: @Sendable () -> TableLayout
  private let findParent: @Sendable () -> TableLayout
  private let findColumn: @Sendable () -> ColumnReference
  private let foundColumn = MadeOnce<ColumnReference.Content>()

  init(
    childSlot: Int, parentSlot: Int, _ property: any AnyKeyPath & Sendable, _ operations: LinkOperations,
    type: TypeTest?, clear: @escaping @Sendable (MutableRow) -> Void, child: @escaping @Sendable () -> TableLayout,
    parent: @escaping @Sendable () -> TableLayout, column: @escaping @Sendable () -> ColumnReference
  ) {
    (self.childSlot, self.parentSlot, self.property) = (childSlot, parentSlot, property)
    (self.operations, self.type, self.clear) = (operations, type, clear)
    (findChild, findParent, findColumn) = (child, parent, column)
  }

  /// Whether no two children can have the same parent, because the column of the key is unique.
  var isUnique: Bool { child.indexes.isUnique(column.name) }

  /// Whether another link leads by the same property to the same model. Of links to several models, none does.
  func hasSameKey(as other: Link) -> Bool {
    childSlot == other.childSlot && parentSlot == other.parentSlot && property == other.property && type == nil
      && other.type == nil
  }

  /// Whether parents and children are of one model.
  var isOfOneModel: Bool { childSlot == parentSlot }

  // NB: Looked up at use, because links are created with their models' relations, before there are schemas.

  var child: TableLayout { findChild() }
  var parent: TableLayout { findParent() }
  /// The child's column. It is found by its key path once, because each save of a child needs it.
  var column: ColumnReference { ColumnReference(foundColumn.object { findColumn().content }) }

  /// Sets the key of a child to the id of a parent.
  func point(_ child: MutableRow, to parent: Row) {
    // An id fits a key of its type, so assigning cannot fail.
    _ = column.operations.assign(self.parent.idAttribute(of: parent), child)
  }
}

/// The operations of a link on rows. It is a class for the same reason as ``ColumnOperations``.
final class LinkOperations: Sendable {
  /// Whether reading the id of a parent runs no users' code.
  let hasStoredID: Bool
  /// Returns the hash that an index of the child's column has for a parent's id; nil when the parent has no id.
  let childHash: @Sendable (_ parent: Row) -> UInt64?
  /// Whether a child's key is the id of a parent. If parents may be of several models, the child's parent may be a
  /// record of another model with the same id.
  let hasID: @Sendable (_ child: Row, _ parent: Row) -> Bool
  /// Whether a child has a key, which may lead to nothing.
  let hasKey: @Sendable (_ child: Row) -> Bool
  /// Returns the position of a child's parent; nil when the child has no parent, or one that does not exist.
  let parentPosition: @Sendable (_ child: Row, _ parents: TableVersion) -> Int?

  /// The keys of children that have one of some parents: an array of the child's column's type.
  let childKeys: @Sendable (_ parents: [Row]) -> any Sendable
  /// The ids of the parents of some children: an array.
  let parentIDs: @Sendable (_ children: [Row]) -> any Sendable

  /// Creates the operations. They are compiled for the types that nearly all ids have; without that, every id is
  /// reached through its witness table.
  ///
  /// - Parameters:
  ///   - key: Reads the key of a child.
  ///   - id: Reads the id of a parent.
  ///   - isOfType: Whether a child's parent is of the model; nil when parents are of one model only.
  static func of<Parent, ID: ModelID>(
    _ key: KeyReader<ID>, _ id: PropertyReader<Parent, ID>, _ isOfType: (@Sendable (Row) -> Bool)?
  ) -> LinkOperations {
    guard let stored = id.stored else { return LinkOperations(key, id, isOfType) }
    return standard(key as? KeyReader<Int>, stored, isOfType) ?? standard(key as? KeyReader<UUID>, stored, isOfType)
      ?? standard(key as? KeyReader<String>, stored, isOfType) ?? LinkOperations(key, stored, isOfType)
  }

  /// Returns the operations for ids of a type; nil when the key is of another type.
  @inline(__always) private static func standard<ID: ModelID, Other>(
    _ key: KeyReader<ID>?, _ id: StoredProperty<Other>, _ isOfType: (@Sendable (Row) -> Bool)?
  ) -> LinkOperations? {
    key.map { LinkOperations($0, StoredProperty<ID>(offset: id.offset), isOfType) }
  }

  @inline(__always) private init<ID: ModelID, Reader: RowReader & Sendable>(
    _ key: KeyReader<ID>, _ id: Reader, _ isOfType: (@Sendable (Row) -> Bool)?
  ) where Reader.Value == ID {
    hasStoredID = id is StoredProperty<ID>
    childHash = { parent in
      let id = id.value(in: parent)
      return id.isAssigned ? key.indexHash(id) : nil
    }
    hasID = { child, parent in key.value(in: child) == id.value(in: parent) }
    hasKey = { key.value(in: $0) != nil }
    parentPosition = { child, parents in
      guard let wanted = key.value(in: child), isOfType?(child) ?? true else { return nil }
      return parents.row(wanted) { id.value(in: $0) == wanted }?.position
    }
    childKeys = { parents in
      let ids = parents.map(id.value).filter(\.isAssigned)
      if key.isOptional { return ids.map(Optional.some) }
      return ids
    }
    parentIDs = { children in children.compactMap { isOfType?($0) ?? true ? key.value(in: $0) : nil } }
  }
}
