public import MotionModel

/// A rule that the record that a foreign key refers to exists.
///
/// ```swift
/// RequiredParent(\.project)
/// RequiredParent(\.project).allowNil()   // none, or one that is there
/// ```
///
/// A key that is nil or not assigned yet refers to no record. It reports ``RuleName/required`` for the key's
/// column.
///
/// - Complexity: O(1).
public struct RequiredParent<Record: Validatable>: ValidationRule, BuiltInRule {
  let rules: Validations<Record>

  /// Creates the rule.
  ///
  /// - Parameters:
  ///   - column: The foreign key.
  ///   - model: The parent's model.
  public init<Key: ColumnValue, Parent: Model>(
    _ column: any KeyPath<Record, Key> & Sendable, in model: Parent.Type
  ) where Key.Unwrapped == Parent.ID {
    let check = Check<Record>(
      .required, [Field(column, of: "RequiredParent")],
      .record(nil) { record, situation in
        guard let id = record[keyPath: column].unwrapped, id.isAssigned else { return [.broken] }
        return try situation.store.table(Parent.self).find(id) == nil ? [.broken] : []
      })
    rules = Validations([check])
  }

  /// Creates the rule for the parent of a relation.
  ///
  /// - Parameter relation: The relation to the parent.
  public init<Parent: Model>(
    _ relation: any KeyPath<Record.Relations, Relation<Record, ToParent<Parent>>> & Sendable
  ) where Parent.ID.Unwrapped == Parent.ID {
    let declared = Record.relations[keyPath: relation]
    guard let keyPath = declared.keyPath else {
      Misuse.stop(
        "The rule RequiredParent of \(Record.schema.modelName)", "is for \(relation), which has no key of its own",
        "use it for a relation that is declared with BelongsTo")
    }
    switch keyPath {
    case let key as any KeyPath<Record, Parent.ID> & Sendable: self.init(key, in: Parent.self)
    case let key as any KeyPath<Record, Parent.ID?> & Sendable: self.init(key, in: Parent.self)
    default: fatalError("The key of the relation \(relation) is neither an id of \(Parent.self) nor an optional one.")
    }
  }
}
