/// A stored property of a struct, as reflection shows it: its name, its type and where it is in memory.
struct PropertyLayout {
  let name: String
  let type: Any.Type
  /// The distance from the start of the record, in bytes.
  let offset: Int
  /// A value of the property, whose own properties can be looked at.
  let value: Any

  /// Returns the stored properties of a struct in order of declaration; nil if they cannot be known: because the type
  /// has a mirror of its own, or because the program has no reflection metadata.
  ///
  /// Swift lays out a struct property by property, each at the next offset that fits its alignment.
  ///
  /// - Parameter start: The distance of the value from the start of the record, in bytes.
  static func all(of value: Any, at start: Int) -> [PropertyLayout]? {
    if value is any CustomReflectable { return nil }
    var properties: [PropertyLayout] = []
    var end = start
    for (label, value) in Mirror(reflecting: value).children {
      guard let label else { return nil }
      // `type(of:)` gives the type of what an existential holds; opening gives the type of the property itself.
      let type = _openExistential(value, do: form)
      let offset = (end + type.alignment - 1) / type.alignment * type.alignment
      // The elements of a tuple are called ".0", ".1".
      let name = label.first == "." ? String(label.dropFirst()) : label
      // Key paths to values that take no memory, as of an enum with one case, have the offset 0 wherever they stand.
      let place = type.size == 0 ? 0 : offset
      properties.append(PropertyLayout(name: name, type: type.type, offset: place, value: value))
      end = offset + type.size
    }
    let size = _openExistential(value, do: form).size
    if properties.isEmpty && size > 0 { return nil }
    if end - start == size { return properties }
    fatalError("The properties of \(Swift.type(of: value)) do not add up to its size: report it, with the declaration.")
  }

  /// Returns the bytes of a record in which a property is; nil for one with accessors.
  static func extent<Record>(of keyPath: PartialKeyPath<Record>) -> Range<Int>? {
    guard let offset = MemoryLayout<Record>.offset(of: keyPath) else { return nil }
    return offset..<offset + _openExistential(Swift.type(of: keyPath).valueType, do: size)
  }

  /// Whether the property holds an object, and not a value. A weak reference is such a property, too, and its bytes are
  /// not those of a reference.
  var isObject: Bool { type is AnyClass || (type as? any OptionalDocument.Type)?.wrappedType is AnyClass }
}

/// A type and how much memory its values take.
private struct ValueForm {
  let type: Any.Type
  let size: Int
  let alignment: Int
}

// NB: A function of the file, because the compiler of Swift 6.3 ends at `_openExistential` with a method.
private func size<Value>(of type: Value.Type) -> Int { MemoryLayout<Value>.size }

private func form<Value>(of value: Value) -> ValueForm {
  ValueForm(type: Value.self, size: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment)
}
