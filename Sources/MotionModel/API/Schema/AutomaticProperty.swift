/// A stored property of type `Value` at a known place. No literal says its key path: Swift has none for a property that
/// is known by reflection alone.
struct AutomaticProperty<Value>: Hashable, Sendable {
  let offset: Int
}

extension Model {
  /// The value at the place of a property, for key paths. The engine reads automatic columns from memory.
  subscript<Value>(property: AutomaticProperty<Value>) -> Value {
    get { withRow(of: self) { $0[Value.self, at: property.offset] } }
    set { withRow(of: &self) { $0[Value.self, at: property.offset] = newValue } }
  }

  /// Returns a key path to a property that reflection shows.
  static func keyPath(to property: PropertyLayout) -> any PartialKeyPath<Self> & Sendable {
    func typed<Value>(_ type: Value.Type) -> any PartialKeyPath<Self> & Sendable {
      let keyPath: any WritableKeyPath<Self, Value> & Sendable =
        \Self[AutomaticProperty<Value>(offset: property.offset)]
      return keyPath
    }
    return _openExistential(property.type, do: typed)
  }
}
