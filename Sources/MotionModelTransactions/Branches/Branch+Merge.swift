public import MotionModel

extension Branch {
  /// The result of merging or updating a ``Branch``.
  public struct Merge: Sendable {
    /// The changeset committed to the parent; after an update, the changes of the branch relative to the updated
    /// parent.
    public let changeset: Changeset

    let renumbering: Renumbering

    /// Returns the id that a record of the branch has after the merge or update.
    ///
    /// Two stores that count ids independently give the same number to different records. The record of the branch
    /// then gets a new id:
    ///
    /// ```swift
    /// let merge = try draft.merge()
    /// let todo = Todo.find(merge.id(of: Todo.self, draftTodo.id))
    /// ```
    ///
    /// - Complexity: O(*k*) in the number of records with new ids.
    public func id<Record: Model>(of model: Record.Type, _ id: Record.ID) -> Record.ID { renumbering.id(of: model, id) }

    /// The number of records that got new ids.
    public var renumberedCount: Int { renumbering.count }
  }
}
