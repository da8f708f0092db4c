extension String: ColumnValue {
  /// `String`.
  public static let columnType = ColumnType.string

  /// Casts a string, or the string form of a number, Boolean, date, UUID or URL.
  ///
  /// Each of these types casts its string form back to the same value, except that a URL with a base becomes
  /// absolute. Arrays, dictionaries and data have no string form.
  public init(attribute: AttributeValue) throws(CastError) {
    guard let text = attribute.scalarString else { throw CastError(expected: "a string", found: attribute.kind) }
    self = text
  }

  /// This string, untyped.
  public var attribute: AttributeValue { .string(self) }
}
