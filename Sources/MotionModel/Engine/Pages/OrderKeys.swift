/// How the sort keys of a column become numbers that grow in an order of records by this column: the *places* of values.
///
/// A descending order turns the keys around. Where missing values, whose key is the greatest, are not at the end that this
/// gives them, all keys are shifted by one, so that the greatest becomes the least.
struct OrderKeys: Sendable, Equatable {
  private let shift: UInt64
  private let flip: UInt64
  private let isOptional: Bool

  init(_ term: OrderTerm, isOptional: Bool, isReversed: Bool) {
    self.isOptional = isOptional
    shift = isOptional && (term.nils == .first) == (term.direction == .ascending) ? 1 : 0
    flip = (term.direction == .descending) != isReversed ? .max : 0
  }

  /// Returns the place of a sort key. The places of missing values are those of the greatest integers, too.
  @inline(__always)
  func place(of key: UInt64) -> UInt64 { (key &+ shift) ^ flip }

  /// Returns the first place that some rows can have.
  func firstPlace(of keys: KeyRange) -> UInt64 {
    if shift == 1 && keys.greatest == .max { return 0 }
    return flip == 0 ? keys.least &+ shift : place(of: keys.greatest)
  }

  /// Returns the last place of rows that can come before a row, or be equal to it.
  ///
  /// - Parameter isNil: Whether the row has no value.
  func lastPlace(before key: UInt64, isNil: Bool) -> UInt64 {
    let place = place(of: key)
    // An optional integer of 64 bits may be as great as the key of missing values, so that the two are not in order.
    return isOptional && key == SortKey.missing && !(isNil && place == 0) ? .max : place
  }
}

/// Tests whether a value has a place up to another in an order.
struct PlaceTest<Traits: ColumnTraits>: ValueTest {
  let keys: OrderKeys
  let last: UInt64

  @inline(__always)
  func passes(_ value: Traits.Value) -> Bool { keys.place(of: Traits.sortKey(value)) <= last }
}

extension ColumnOperations {
  /// Returns the rows whose places in an order are not behind the last one.
  typealias KeyFilter =
    @Sendable (
      _ base: UnsafeRawPointer, _ stride: Int, _ rows: RowMask, _ keys: OrderKeys, _ last: UInt64
    ) -> RowMask
}
