extension ColumnValue {
  /// Orders by ``attribute``, in the order of all attribute values.
  public static func precedes(_ first: Self, _ second: Self) -> Bool {
    first.attribute < second.attribute
  }
}

extension ColumnValue where Self: Comparable {
  /// Orders by `<`.
  @inlinable
  public static func precedes(_ first: Self, _ second: Self) -> Bool {
    first < second
  }
}
