/// How the sort keys of a column become numbers that grow in an order of records by this column: the *places* of
/// values.
///
/// A descending order turns the keys around. Where missing values, whose key is the greatest, are not at the end that
/// this gives them, all keys are shifted by one, so that the greatest becomes the least.
///
/// The greatest integer of 64 bits has the key of missing values. So places decide which rows cannot be among the first
/// ones, and not the order of others: where the two are not in order, both have the first place, and nothing is skipped
/// for them.
struct OrderKeys: Sendable, Equatable {
  private let shift: UInt64
  private let flip: UInt64
  private let isOptional: Bool
  private let isMissingFirst: Bool
  /// Whether no value has the key of missing values.
  private let hasOwnMissingKey: Bool

  init(_ term: OrderTerm, _ column: ColumnOperations, isReversed: Bool) {
    isOptional = column.isOptional
    hasOwnMissingKey = column.columnType != .int(bits: 64) && column.columnType != .uint(bits: 64)
    isMissingFirst = (term.nils == .first) != isReversed
    flip = (term.direction == .descending) != isReversed ? .max : 0
    let isShifted = isMissingFirst == (flip == 0) && (isMissingFirst || hasOwnMissingKey)
    shift = isOptional && isShifted ? 1 : 0
  }

  /// Returns the place of a sort key.
  @inline(__always) func place(of key: UInt64) -> UInt64 { (key &+ shift) ^ flip }

  /// Returns the first place that some rows can have.
  func firstPlace(of keys: KeyRange) -> UInt64 {
    if shift == 1 && keys.greatest == SortKey.missing { return 0 }
    return flip == 0 ? keys.least &+ shift : place(of: keys.greatest)
  }

  /// Returns the last place of rows that can come before a row, or be equal to it.
  ///
  /// - Parameter isNil: Whether the row has no value.
  func lastPlace(before key: UInt64, isNil: Bool) -> UInt64 {
    guard isOptional && key == SortKey.missing && !hasOwnMissingKey else { return place(of: key) }
    return isNil && isMissingFirst ? 0 : .max
  }
}

/// Tests whether a value has a place up to another in an order.
struct PlaceTest<Traits: ColumnTraits>: ValueTest {
  let keys: OrderKeys
  let last: UInt64

  @inline(__always) func passes(_ value: Traits.Value) -> Bool { keys.place(of: Traits.sortKey(value)) <= last }
}

extension ColumnOperations {
  /// Returns the rows whose places in an order are not behind the last one.
  typealias KeyFilter =
    @Sendable (
      _ base: UnsafeRawPointer, _ stride: Int, _ rows: RowMask, _ keys: OrderKeys, _ last: UInt64
    ) -> RowMask
}
