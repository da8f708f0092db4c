/// The property of a child that holds its parent's id; a class, so that passing it on costs one reference count.
final class ForeignKey<Child: Model, Parent: Model>: Sendable {
  let keyPath: any PartialKeyPath<Child> & Sendable
  /// Whether a child may have no parent because the property is optional.
  let isOptional: Bool
  /// Reads the parent's id from a row.
  let reader: KeyReader<Parent.ID>
  /// Reads the parent's id; nil when it is nil or unassigned.
  let value: @Sendable (Child) -> Parent.ID?
  /// Sets the parent's id, or clears it.
  let assign: @Sendable (inout Child, Parent.ID?) -> Void
  /// Creates the condition that a child has a parent's id.
  let condition: @Sendable (Parent.ID) -> PredicateNode
  /// The same key, for code that knows neither model.
  let link: Link

  init(_ keyPath: any WritableKeyPath<Child, Parent.ID> & Sendable) {
    self.keyPath = keyPath
    isOptional = Parent.ID.self is any OptionalDocument.Type
    value = {
      let id = $0[keyPath: keyPath]
      return id.isAssigned ? id : nil
    }
    // The unassigned id, which a new record has, stands for no parent.
    assign = { $0[keyPath: keyPath] = $1 ?? Parent().id }
    condition = { .comparison(ColumnReference(keyPath), .equal, $0) }
    reader = KeyReader(required: keyPath)
    link = Link(Child.self, Parent.self, keyPath, reader, assign: assign)
  }

  init(_ keyPath: any WritableKeyPath<Child, Parent.ID?> & Sendable) {
    self.keyPath = keyPath
    isOptional = true
    value = { $0[keyPath: keyPath].flatMap { $0.isAssigned ? $0 : nil } }
    assign = { $0[keyPath: keyPath] = $1 }
    condition = { .comparison(ColumnReference(keyPath), .equal, Optional($0)) }
    reader = KeyReader(optional: keyPath)
    link = Link(Child.self, Parent.self, keyPath, reader, assign: assign)
  }

  /// Creates the key for one of the models that a polymorphic key can refer to.
  init(_ key: PolymorphicKey<Child, Parent.ID>) {
    let name = String(describing: Parent.self)
    keyPath = key.idKeyPath
    isOptional = true
    value = { key.type($0) == name ? key.id($0) : nil }
    assign = { child, id in key.assign(&child, id == nil ? nil : name, id) }
    condition = { key.isType(name) && key.isID($0) }
    reader = key.reader
    link = Link(
      Child.self, Parent.self, key.idKeyPath, reader,
      type: Link.TypeTest(condition: { key.isType(name) }) { key.typeName(in: $0) == name },
      assign: assign)
  }
}
