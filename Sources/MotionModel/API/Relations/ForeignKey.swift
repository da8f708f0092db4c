/// The property of a child that holds its parent's id; a class so that handing it on costs one reference count.
final class ForeignKey<Child: Model, Parent: Model>: Sendable {
  let keyPath: any PartialKeyPath<Child> & Sendable
  /// Whether a child can be without a parent: the property is optional.
  let isOptional: Bool
  /// The parent's id; nil when there is none, or one that is not assigned.
  let value: @Sendable (Child) -> Parent.ID?
  /// Sets the parent's id, or none.
  let assign: @Sendable (inout Child, Parent.ID?) -> Void
  /// The condition that a child has a parent's id.
  let condition: @Sendable (Parent.ID) -> PredicateNode
  /// The same for code that knows neither model.
  let link: Link

  init(_ keyPath: any WritableKeyPath<Child, Parent.ID> & Sendable) {
    self.keyPath = keyPath
    isOptional = Parent.ID.self is any OptionalDocument.Type
    value = {
      let id = $0[keyPath: keyPath]
      return id.isAssigned ? id : nil
    }
    // A record that was never saved has the id that stands for none.
    assign = { $0[keyPath: keyPath] = $1 ?? Parent().id }
    condition = { .comparison(ColumnReference(keyPath), .equal, $0) }
    link = Link(Child.self, Parent.self, keyPath, KeyAccess<Parent.ID>(required: keyPath))
  }

  init(_ keyPath: any WritableKeyPath<Child, Parent.ID?> & Sendable) {
    self.keyPath = keyPath
    isOptional = true
    value = { $0[keyPath: keyPath].flatMap { $0.isAssigned ? $0 : nil } }
    assign = { $0[keyPath: keyPath] = $1 }
    condition = { .comparison(ColumnReference(keyPath), .equal, Optional($0)) }
    link = Link(Child.self, Parent.self, keyPath, KeyAccess<Parent.ID>(optional: keyPath))
  }

  /// A key that says which model the parent is of, for one of the models that it can be.
  init(_ key: PolymorphicKey<Child, Parent.ID>) {
    let name = String(describing: Parent.self)
    keyPath = key.idKeyPath
    isOptional = true
    value = { key.type($0) == name ? key.id($0) : nil }
    assign = { child, id in key.assign(&child, id == nil ? nil : name, id) }
    condition = { key.isType(name) && key.isID($0) }
    link = Link(
      Child.self, Parent.self, key.idKeyPath, key.access,
      type: Link.TypeTest(condition: { key.isType(name) }) { key.typeName(in: $0) == name })
  }
}
