public import MotionModel

/// What came of merging or updating a ``Branch``.
public struct Merge: Sendable {
  /// What was committed in the parent; after an update, the changes of the branch as they are now.
  public let changeset: Changeset

  let renumbering: Renumbering

  /// The id that a record of the branch has now.
  ///
  /// Two stores that count ids on their own give the same number to different records. When a branch comes after its parent, its
  /// record gets another one:
  ///
  /// ```swift
  /// let merge = try draft.merge()
  /// let todo = Todo.find(merge.id(of: Todo.self, draftTodo.id))
  /// ```
  ///
  /// - Complexity: O(*k*) in the number of records that got other ids.
  public func id<Record: Model>(of model: Record.Type, _ id: Record.ID) -> Record.ID { renumbering.id(of: model, id) }

  /// How many records got other ids.
  public var renumberedCount: Int { renumbering.count }
}
