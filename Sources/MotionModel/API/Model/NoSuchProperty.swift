/// What the compiler finds for a name that a model does not have, as in `todo.nme` or `Column(\.nme)`, so that its
/// message is about the name. It has no values.
public enum NoSuchProperty: ~Copyable {
  static func refuse() -> Never { fatalError("A property that does not exist cannot be read.") }
}

extension Model {
  /// Not available: the compiler chooses it for a misspelled name, so that its message names the mistake.
  @available(*, unavailable, message: "the model has no property or relation of this name")
  public subscript(dynamicMember name: String) -> NoSuchProperty {
    get { NoSuchProperty.refuse() }
    set {}
  }
}
