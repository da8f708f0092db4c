// FinderChain+Records.swift says why these exist besides those in Model+Relations.swift.

extension Model {
  /// The record that belongs to this one, or nil: `try user.profile`, where an adapter that can fail keeps it.
  public subscript<Target: Model>(
    dynamicMember relation: any KeyPath<Relations, Relation<Self, ToOne<Target>>> & Sendable
  ) -> Target? {
    get throws(Target.Adapter.Failure) { try inCurrentStore[dynamicMember: relation] }
  }

  /// The parent of this record, or nil: `try todo.project`, where an adapter that can fail keeps it.
  ///
  /// It cannot be assigned: set the key to the parent's id.
  public subscript<Target: Model>(
    dynamicMember relation: any KeyPath<Relations, Relation<Self, ToParent<Target>>> & Sendable
  ) -> Target? {
    get throws(Target.Adapter.Failure) { try inCurrentStore[dynamicMember: relation] }
  }
}
