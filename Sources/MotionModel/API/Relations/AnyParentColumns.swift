/// The parent of a relation to a parent of one of several models, in a predicate: `$0.subject` in
/// `Note.where { $0.subject.as(Board.self).name == "Work" }`.
public struct AnyParentColumns<Record: Model, Key: ModelID>: Sendable {
  let relation: PolymorphicRelation<Record, Key>

  /// The parent, if it is of a model. Records whose parent is of another model, or that have none, meet no condition on
  /// it.
  ///
  /// ```swift
  /// Note.where { $0.subject.as(Board.self).name == "Work" || $0.subject.as(Card.self).weight > 2 }
  /// Note.where { $0.subject.as(Board.self).exists }
  /// ```
  ///
  /// It traps for a model that the relation does not name.
  public func `as`<Parent: Model>(_ model: Parent.Type) -> ParentColumns<Record, Parent> where Parent.ID == Key {
    guard let route = relation.route(to: model) else { relation.refuse(model) }
    return ParentColumns(route: route)
  }
}
