extension StoreDocument.Row {
  /// A value inside a document of a column, by the names on the way to it; nil if there is none.
  ///
  /// ```swift
  /// row["settings", "layout", "gap"] = 8
  /// ```
  ///
  /// Setting a value adds the dictionaries that are missing on the way, and replaces a value that is none. Setting nil
  /// removes it.
  public subscript(column: String, path: String...) -> AttributeValue? {
    get {
      path.reduce(self[column]) { $0?[member: $1] }
    }
    set {
      if path.isEmpty {
        self[column] = newValue
      } else if newValue != nil || self[column] != nil {
        var value = self[column] ?? .dictionary([:])
        // Two references to the dictionary would make a change copy it.
        self[column] = .null
        value.set(newValue, at: path[...])
        self[column] = value
      }
    }
  }
}

extension AttributeValue {
  /// The value of a member of a dictionary; nil if there is none, or this is not a dictionary.
  ///
  /// Setting a value of something else replaces it by a dictionary. Setting nil removes the member.
  public subscript(member name: String) -> AttributeValue? {
    get { if case .dictionary(let members) = self { members[name] } else { nil } }
    set {
      guard case .dictionary(var members) = self else {
        if let newValue { self = .dictionary([name: newValue]) }
        return
      }
      self = .null
      members[name] = newValue
      self = .dictionary(members)
    }
  }

  /// Changes each element of an array. It does nothing for other values.
  ///
  /// ```swift
  /// row["items"]?.updateElements { item in item[member: "unit"] = "piece" }
  /// ```
  public mutating func updateElements(_ change: (inout AttributeValue) throws -> Void) rethrows {
    guard case .array(var elements) = self else { return }
    for index in elements.indices { try change(&elements[index]) }
    self = .array(elements)
  }

  /// Sets a value at a path of at least one name. It is a loop, so the path may be long.
  fileprivate mutating func set(_ value: AttributeValue?, at path: ArraySlice<String>) {
    var (outer, current) = ([AttributeValue](), self)
    self = .null
    for name in path.dropLast() {
      let next = current[member: name]
      if next == nil && value == nil { break }
      outer.append(current)
      current = next ?? .dictionary([:])
    }
    // If a dictionary is missing on the way to a value that is removed, there is nothing to remove.
    if outer.count == path.count - 1, let last = path.last { current[member: last] = value }
    for (container, name) in zip(outer, path).reversed() {
      var container = container
      container[member: name] = current
      current = container
    }
    self = current
  }
}
