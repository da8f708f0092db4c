extension Optional: ColumnValue where Wrapped: ColumnValue {
  /// The wrapped type, optional.
  public static var columnType: ColumnType { .optional(Wrapped.columnType) }

  /// The wrapped value, or nil.
  @inlinable
  public var unwrapped: Wrapped.Unwrapped? { self?.unwrapped }

  /// Casts null to nil, and all other values to the wrapped type.
  ///
  /// A blank string is also cast to nil, unless the wrapped type accepts it, as `String` does: the meaning of an
  /// empty field in a form or a file depends on the column.
  public init(attribute: AttributeValue) throws(CastError) {
    if case .null = attribute {
      self = nil
      return
    }
    do throws(CastError) {
      self = try Wrapped(attribute: attribute)
    } catch {
      guard attribute.isBlankString else { throw error }
      self = nil
    }
  }

  /// The wrapped value, untyped, or null.
  public var attribute: AttributeValue { self?.attribute ?? .null }

  /// The wrapped value, untyped, or null; throws if the wrapped value does.
  public func checkedAttribute() throws(CastError) -> AttributeValue { try self?.checkedAttribute() ?? .null }

  /// Orders nil after all values.
  public static func precedes(_ first: Wrapped?, _ second: Wrapped?) -> Bool {
    guard let first else { return false }
    guard let second else { return true }
    return Wrapped.precedes(first, second)
  }
}
