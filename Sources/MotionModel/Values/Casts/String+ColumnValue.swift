extension String: ColumnValue {
  /// `String`.
  public static let columnType = ColumnType.string

  /// Casts a text as it is, or the text of a number, truth value, date, UUID or URL.
  ///
  /// Each of these types reads its text back to the same value. Lists, dictionaries and data have no text of their own.
  public init(attribute: AttributeValue) throws(CastError) {
    guard let text = attribute.scalarText else { throw CastError(expected: "a text", found: attribute.kind) }
    self = text
  }

  /// This text, untyped.
  public var attribute: AttributeValue { .string(self) }
}
