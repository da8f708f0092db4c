/// What an import does with a row whose parent is not found.
public enum MissingParent: String, Sendable, Hashable, CaseIterable {
  /// The row is refused.
  case refuse
  /// The parent is created, as a new record with its defaults and the value by which it was searched. It is saved like
  /// any other record. If the row is refused, so is its parent.
  case create
  /// The record has no parent.
  case leaveNil
}

/// A column of rows that leads to parents.
struct MappedParent<Record: Model>: Sendable {
  /// The name in the rows.
  let name: String
  /// The properties of the key.
  let key: [any PartialKeyPath<Record> & Sendable]
  /// Whether all rows may lack it.
  let isOptional: Bool
  /// Whether other rules of one relation may lead to parents of other models.
  let isPolymorphic: Bool
  /// Creates what finds the parents in a store.
  let search: @Sendable (Store) throws(ImportError) -> any ParentSearch<Record>
}

extension ImportMapping.Rule {
  /// Finds the parent of each record by a column of the parent.
  ///
  /// ```swift
  /// .parent("Artist", \.artist, by: \.name, missing: .create)
  /// ```
  ///
  /// A row whose value is null or a blank string has no parent, and one that lacks the column keeps the key that the
  /// record has. A row is refused if several parents have its value.
  ///
  /// The parent may be of the same model and in another row, which may come later. Such a row is imported before its
  /// children, wherever it is; rows whose parents lead back to themselves are refused.
  ///
  /// - Parameters:
  ///   - name: The name of the column in the rows, in the same spelling.
  ///   - relation: The relation to the parent.
  ///   - column: The parent's column. It need not be indexed: without an index, all parents are read once.
  ///   - missing: What happens if no parent has the value.
  ///   - optional: Whether all rows may lack the column. If not, an import in which no row has it is refused.
  public static func parent<Parent: Model, Value: ColumnValue>(
    _ name: String, _ relation: any KeyPath<Record.Relations, Relation<Record, ToParent<Parent>>> & Sendable,
    by column: any WritableKeyPath<Parent, Value> & Sendable, missing: MissingParent = .refuse, optional: Bool = false
  ) -> Self {
    guard case .own(let key)? = Record.relations[keyPath: relation].core.key else {
      preconditionFailure("a relation to a parent without a key of its own")
    }
    return parent(name, key, [key.keyPath], by: column, missing, isOptional: optional, isPolymorphic: false)
  }

  /// Finds the parent of each record by a column of one of the models to which the parent can belong.
  ///
  /// ```swift
  /// .parent("Board", \.subject, Board.self, by: \.name),
  /// .parent("Card", \.subject, Card.self, by: \.title),
  /// ```
  ///
  /// A row may have a parent in one of these columns; a row with two is refused.
  ///
  /// - Parameters:
  ///   - name: The name of the column in the rows, in the same spelling.
  ///   - relation: The relation to the parent.
  ///   - model: The model of the parents that this column names.
  ///   - column: The parent's column. It need not be indexed: without an index, all parents are read once.
  ///   - missing: What happens if no parent has the value.
  ///   - optional: Whether all rows may lack the column. If not, an import in which no row has it is refused.
  public static func parent<Parent: Model, Value: ColumnValue>(
    _ name: String, _ relation: any KeyPath<Record.Relations, PolymorphicRelation<Record, Parent.ID>> & Sendable,
    _ model: Parent.Type, by column: any WritableKeyPath<Parent, Value> & Sendable,
    missing: MissingParent = .refuse, optional: Bool = false
  ) -> Self {
    let key = Record.relations[keyPath: relation].key(for: model)
    return parent(
      name, ForeignKey<Record, Parent>(key), [key.typeKeyPath, key.idKeyPath], by: column, missing,
      isOptional: optional, isPolymorphic: true)
  }

  private static func parent<Parent: Model, Value: ColumnValue>(
    _ name: String, _ key: ForeignKey<Record, Parent>, _ properties: [any PartialKeyPath<Record> & Sendable],
    by column: any WritableKeyPath<Parent, Value> & Sendable, _ missing: MissingParent, isOptional: Bool,
    isPolymorphic: Bool
  ) -> Self {
    Self(
      kind: .parent(
        MappedParent(name: name, key: properties, isOptional: isOptional, isPolymorphic: isPolymorphic) {
          store throws(ImportError) in try ParentsByColumn(store, key, column, missing)
        }))
  }
}
