// None of these is available: they are what the compiler finds for a key of a wrong type, so that its message names the
// mistake.

extension Relation {
  /// Not available: it is what the compiler finds for a key of a wrong type.
  @available(*, unavailable, message: "the key needs the type of the parent's id, or an optional of it")
  public init<Target: Model, Key>(
    _ key: any KeyPath<Owner, Key> & Sendable, required: Bool = false, touch: Bool = false
  ) where Kind == ToParent<Target> {
    refuseWrongKey()
  }

  /// Not available: it is what the compiler finds for a key of a wrong type.
  @available(*, unavailable, message: "the other record's key needs the type of this model's id, or an optional of it")
  public init<Key>(
    _ key: any KeyPath<Kind.Target, Key> & Sendable, dependent: Dependent = .none
  ) where Kind: ChildRelationKind {
    refuseWrongKey()
  }
}

private func refuseWrongKey() -> Never { fatalError("A relation has a key of a wrong type.") }
