/// How the values of a column lie in rows; see ``PageLayout`` for how they lie in pages.
///
/// Pages are made of values whose bytes are all there is of them, such as numbers, dates and enums, and of strings, and
/// of their optionals: copying these needs to know nothing of their type.
///
/// The bytes of a long string lead to its characters. A page has them without a reference of its own, because it is
/// read only in place of rows that have the same strings; see ``PageView/stamp``.
///
/// A property and the only one of its own properties have the same bytes, as `rating` and `rating.stars`, and pages of
/// different kinds where one of them is an optional. So the type belongs to the form.
@usableFromInline struct PageForm: Hashable, Sendable {
  /// The offset of a value in a row.
  @usableFromInline let offset: Int
  /// How many bytes a value has.
  @usableFromInline let size: Int
  /// How far apart values are that lie side by side.
  @usableFromInline let stride: Int
  /// The type of the values.
  ///
  /// NB: An integer, not an `ObjectIdentifier`: with the latter, optimised code of another module takes a nil form for
  /// a form that is not nil, where the form is computed from the reader of a computed property (Swift 6.3).
  @usableFromInline let type: Int

  /// The greatest distance of values of which pages are made.
  private static let greatestStride = 32

  /// - Returns: Nil for values of which no pages are made.
  @usableFromInline init?<Value>(_ stored: StoredProperty<Value>) {
    guard _isPOD(Value.self) || Value.self == String.self || Value.self == String?.self,
      MemoryLayout<Value>.size > 0, MemoryLayout<Value>.stride <= Self.greatestStride,
      MemoryLayout<Value>.alignment <= MemoryLayout<UInt64>.alignment
    else { return nil }
    type = Int(bitPattern: ObjectIdentifier(Value.self))
    (offset, size, stride) = (stored.offset, MemoryLayout<Value>.size, MemoryLayout<Value>.stride)
  }
}
