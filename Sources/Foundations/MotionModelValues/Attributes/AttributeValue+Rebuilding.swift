extension AttributeValue {
  /// Returns this value with other values in it, without recursion.
  ///
  /// - Parameters:
  ///   - depthLimit: How deep arrays and dictionaries may be nested.
  ///   - begun: Replaces each value, outer ones before those inside them.
  ///   - ended: Replaces each array and dictionary, once the values inside it are replaced.
  func rebuilt(
    depthLimit: Int, _ begun: (AttributeValue) -> AttributeValue, ended: (AttributeValue) -> AttributeValue
  ) throws(AttributeBuilder.Failure) -> AttributeValue {
    var (walk, builder) = (AttributeWalk(self), AttributeBuilder(depthLimit: depthLimit))
    while let step = walk.next() {
      switch step {
      case .value(let found):
        let value = begun(found)
        switch value {
        case .array: try builder.beginArray()
        case .dictionary: try builder.beginDictionary()
        default: try builder.add(value)
        }
        walk.enter(value)
      case .member(let name, _): builder.name(name)
      case .element: break
      case .end: try builder.add(ended(builder.end()))
      }
    }
    return builder.result
  }
}
