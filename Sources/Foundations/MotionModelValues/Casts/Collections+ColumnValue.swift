extension Array: ColumnValue where Element: ColumnValue {
  /// An array of the element's type.
  public static var columnType: ColumnType { .array(Element.columnType) }

  /// Casts an array element by element, or a string that holds a JSON array.
  ///
  /// - Complexity: O(*n*) in the number of elements.
  public init(attribute: AttributeValue) throws(CastError) {
    let source = try attribute.parsingJSON(expected: "an array")
    guard case .array(let values) = source else { throw CastError(expected: "an array", found: source.found) }
    self = []
    reserveCapacity(values.count)
    for (index, value) in values.enumerated() {
      do throws(CastError) { append(try Element(attribute: value)) } catch { throw error.within(index: index) }
    }
  }

  /// The elements, untyped.
  public var attribute: AttributeValue { .array(map(\.attribute)) }

  /// The elements, untyped; throws if one of them does.
  public func checkedAttribute() throws(CastError) -> AttributeValue {
    var values: [AttributeValue] = []
    values.reserveCapacity(count)
    for (index, element) in enumerated() {
      do throws(CastError) { values.append(try element.checkedAttribute()) } catch { throw error.within(index: index) }
    }
    return .array(values)
  }
}

extension Dictionary: ColumnValue where Key == String, Value: ColumnValue {
  /// A dictionary with string keys and values of one type.
  public static var columnType: ColumnType { .dictionary(Value.columnType) }

  /// Casts a dictionary value by value, or a string that holds a JSON object.
  ///
  /// - Complexity: O(*n*) in the number of values.
  public init(attribute: AttributeValue) throws(CastError) {
    let source = try attribute.parsingJSON(expected: "a dictionary")
    guard case .dictionary(let members) = source else {
      throw CastError(expected: "a dictionary", found: source.found)
    }
    self = [:]
    reserveCapacity(members.count)
    for (key, value) in members {
      do throws(CastError) { self[key] = .some(try Value(attribute: value)) } catch { throw error.within(key: key) }
    }
  }

  /// The dictionary with its values untyped.
  public var attribute: AttributeValue { .dictionary(mapValues(\.attribute)) }

  /// The dictionary with its values untyped; throws if one of them does.
  public func checkedAttribute() throws(CastError) -> AttributeValue {
    var values: [String: AttributeValue] = [:]
    values.reserveCapacity(count)
    for (key, value) in self {
      do throws(CastError) { values[key] = try value.checkedAttribute() } catch { throw error.within(key: key) }
    }
    return .dictionary(values)
  }
}

extension AttributeValue {
  /// Returns the JSON value in a string; any other value is returned unchanged.
  fileprivate func parsingJSON(expected: String) throws(CastError) -> AttributeValue {
    guard case .string(let text) = self else { return self }
    if text.isBlank { throw CastError(expected: expected, found: "a blank string") }
    let value = try JSONFormat.value(from: text, expected: expected)
    // A JSON string is not parsed again, and the error says that it was found in JSON.
    if case .string = value { throw CastError(expected: expected, found: "a string in JSON") }
    return value
  }
}
