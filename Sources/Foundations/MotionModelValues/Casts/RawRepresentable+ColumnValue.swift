extension ColumnValue where Self: RawRepresentable, RawValue: ColumnValue {
  /// An enum type: its name, the type of its raw values and its cases.
  public static var columnType: ColumnType {
    .enumeration(
      name: String(describing: Self.self), raw: RawValue.columnType,
      cases: rawValues(of: Self.self)?.map(\.attribute) ?? [])
  }

  /// Casts a value that casts to the raw value of a case.
  public init(attribute: AttributeValue) throws(CastError) {
    let rawValue: RawValue
    do throws(CastError) {
      rawValue = try RawValue(attribute: attribute)
    } catch {
      throw CastError(expected: expectedCase(of: Self.self), found: error.found)
    }
    guard let value = Self(rawValue: rawValue) else {
      throw CastError(expected: expectedCase(of: Self.self), found: foundNoCase(attribute))
    }
    self = value
  }

  /// The raw value, untyped.
  public var attribute: AttributeValue { rawValue.attribute }

  /// Orders by raw value.
  public static func precedes(_ first: Self, _ second: Self) -> Bool {
    RawValue.precedes(first.rawValue, second.rawValue)
  }
}

extension ColumnValue where Self: RawRepresentable & Comparable, RawValue: ColumnValue {
  /// Orders by `<`.
  public static func precedes(_ first: Self, _ second: Self) -> Bool {
    first < second
  }
}

/// Describes the cases of a type: by their raw values if there are few, else by their number, if the type lists
/// them.
private func expectedCase<Value: RawRepresentable>(of type: Value.Type) -> String where Value.RawValue: ColumnValue {
  let name = String(describing: type)
  guard let rawValues = rawValues(of: type) else { return "the raw value of a case of \(name)" }
  let list = rawValues.count <= 8 ? ": " + rawValues.map(\.attribute.description).joined(separator: ", ") : ""
  return "one of the \(rawValues.count) cases of \(name)\(list)"
}

/// Returns the raw values of the cases of a type, in order; nil when the type does not list them.
private func rawValues<Value: RawRepresentable>(of type: Value.Type) -> [Value.RawValue]? {
  func values<Cases: CaseIterable>(_ type: Cases.Type) -> [Value.RawValue] {
    Cases.allCases.compactMap { ($0 as? Value)?.rawValue }
  }
  return (type as? any CaseIterable.Type).map { values($0) }
}

/// Names a value that is short enough for a case.
private func foundNoCase(_ attribute: AttributeValue) -> String {
  if attribute.isBlankString { return "a blank string" }
  let text = if case .string(let text) = attribute { text.debugDescription } else { attribute.description }
  return (text.utf8.count <= 42 ? text : attribute.kind) + ", which is none of them"
}
