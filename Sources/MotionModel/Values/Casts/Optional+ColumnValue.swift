extension Optional: ColumnValue where Wrapped: ColumnValue {
  /// The wrapped type, optional.
  public static var columnType: ColumnType { .optional(Wrapped.columnType) }

  /// Casts nil to nil, and all else to the wrapped type.
  ///
  /// A blank text is nil too, unless the wrapped type takes it, as `String` does: what an empty field of a form or a
  /// file means depends on the column.
  public init(attribute: AttributeValue) throws(CastError) {
    if case .null = attribute {
      self = nil
      return
    }
    do throws(CastError) {
      self = try Wrapped(attribute: attribute)
    } catch {
      guard attribute.isBlankText else { throw error }
      self = nil
    }
  }

  /// The wrapped value, untyped, or null.
  public var attribute: AttributeValue { self?.attribute ?? .null }

  /// Orders nil after all values.
  public static func precedes(_ first: Wrapped?, _ second: Wrapped?) -> Bool {
    guard let first else { return false }
    guard let second else { return true }
    return Wrapped.precedes(first, second)
  }
}
