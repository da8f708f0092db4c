/// The property of a child that holds its parent's id; a class, so that passing it on costs one reference count.
@usableFromInline final class ForeignKey<Child: Model, Parent: Model>: Sendable {
  let keyPath: any PartialKeyPath<Child> & Sendable
  /// Whether a child may have no parent because the property is optional.
  let isOptional: Bool
  /// Reads the parent's id from a row.
  @usableFromInline let reader: KeyReader<Parent.ID>
  /// Whether a child's parent is of the model; nil when parents are of one model only.
  @usableFromInline let isOfType: (@Sendable (Row) -> Bool)?
  /// Sets the parent's id, or clears it.
  @usableFromInline let assign: @Sendable (inout Child, Parent.ID?) -> Void
  /// Creates the condition that a child has a parent's id.
  let condition: @Sendable (Parent.ID) -> PredicateNode
  /// The same key, for code that knows neither model.
  @usableFromInline let link: Link

  init(_ keyPath: any WritableKeyPath<Child, Parent.ID> & Sendable) {
    self.keyPath = keyPath
    isOptional = Parent.ID.self is any OptionalDocument.Type
    // The unassigned id, which a new record has, stands for no parent.
    assign = { $0[keyPath: keyPath] = $1 ?? Parent().id }
    condition = { .comparison(ColumnReference(keyPath), .equal, $0) }
    (reader, isOfType) = (KeyReader(required: keyPath), nil)
    link = Link(Child.self, Parent.self, keyPath, reader, assign: assign)
  }

  init(_ keyPath: any WritableKeyPath<Child, Parent.ID?> & Sendable) {
    self.keyPath = keyPath
    isOptional = true
    assign = { $0[keyPath: keyPath] = $1 }
    condition = { .comparison(ColumnReference(keyPath), .equal, Optional($0)) }
    (reader, isOfType) = (KeyReader(optional: keyPath), nil)
    link = Link(Child.self, Parent.self, keyPath, reader, assign: assign)
  }

  /// Creates the key for one of the models that a polymorphic key can refer to.
  init(_ key: PolymorphicKey<Child, Parent.ID>) {
    let name = String(describing: Parent.self)
    keyPath = key.idKeyPath
    isOptional = true
    assign = { child, id in key.assign(&child, id == nil ? nil : name, id) }
    condition = { key.isType(name) && key.isID($0) }
    reader = key.reader
    let type = Link.TypeTest(condition: { key.isType(name) }) { key.typeName(in: $0) == name }
    isOfType = type.isMet
    link = Link(Child.self, Parent.self, key.idKeyPath, reader, type: type, assign: assign)
  }

  /// Returns the id of a child's parent; nil when it is nil or unassigned.
  @inlinable func value(_ child: Child) -> Parent.ID? {
    withUnsafePointer(to: child) { child in
      let row = Row(child)
      if let isOfType, !isOfType(row) { return nil }
      return reader.value(in: row)
    }
  }
}
