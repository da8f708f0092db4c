/// The column of the values that an optional column has, without the missing ones: the same bytes of a row, except for
/// the one that says whether there is a value.
///
/// A page of an optional column has the values of this one behind a mask; see ``PageLayout``. So what tests this column
/// tests the page, and the mask decides the rest: there are no kernels for optionals in pages.
struct PresentColumn: Sendable {
  private let operations: ColumnOperations
  private let offset: Int
  /// Returns the value of an operand of the optional type; nil when it is nil.
  private let value: @Sendable (_ operand: any Sendable) -> (any Sendable)?
  /// Returns the values among an array of the optional type, as an array, and whether there is nil among them.
  private let values: @Sendable (_ operands: any Sendable) -> (values: any Sendable, hasNil: Bool)

  init<Wrapped: ColumnValue>(_ type: Wrapped.Type, at offset: Int) {
    (self.offset, operations) = (offset, .of(StoredProperty<Wrapped>(offset: offset)))
    value = { $0 as? Wrapped }
    values = { operands in
      guard let operands = operands as? [Wrapped?] else { preconditionFailure("operands of another type") }
      let values = operands.compactMap(\.self)
      return (values, values.count < operands.count)
    }
  }

  // MARK: - Kernels

  /// Creates the kernel of a comparison of the optional column in pages.
  func comparison(_ comparison: ComparisonOperator, _ operand: any Sendable) -> Kernel {
    if let value = value(operand) {
      return kernel(operations.comparison(comparison, value), passesNil: comparison == .notEqual)
    }
    return switch comparison {
    case .equal: missing
    case .notEqual: kernel({ _, _, rows in rows }, passesNil: false)
    default: { _, _, _ in .none }
    }
  }

  /// Creates the kernel of a range of the optional column in pages.
  func range(_ range: ValueRange<any Sendable>) -> Kernel {
    guard let lower = value(range.lower), let upper = value(range.upper) else { return { _, _, _ in .none } }
    let range = ValueRange<any Sendable>(
      lower: lower, includesLower: range.includesLower, upper: upper, includesUpper: range.includesUpper)
    return kernel(operations.range(range), passesNil: false)
  }

  /// Creates the kernel that looks for values in an array of the optional type in pages.
  func membership(_ operands: any Sendable) -> Kernel {
    let (values, hasNil) = values(operands)
    return kernel(operations.membership(values), passesNil: hasNil)
  }

  /// Finds rows without a value in pages.
  var missing: Kernel { kernel({ _, _, _ in .none }, passesNil: true) }

  private func kernel(_ kernel: @escaping Kernel, passesNil: Bool) -> Kernel {
    { [offset] base, stride, rows in
      let mask = RowMask(before: base + offset)
      // Without any value, there is nothing that may be tested.
      let found = mask.isEmpty ? .none : kernel(base, stride, rows) & mask
      return passesNil ? found | rows.subtracting(mask) : found
    }
  }

  // MARK: - Keys

  /// Returns the least and the greatest sort key of the optional values in a page; nil for a column whose sort keys are
  /// not exact.
  var keyRange: (@Sendable (_ base: UnsafeRawPointer, _ count: Int) -> KeyRange)? {
    guard let keyRange = operations.keyRange else { return nil }
    return { [offset] base, count in
      let mask = RowMask(before: base + offset)
      if mask.isEmpty { return KeyRange(least: SortKey.missing, greatest: SortKey.missing) }
      let keys = keyRange(base, count)
      return mask.count == count ? keys : KeyRange(least: keys.least, greatest: SortKey.missing)
    }
  }

  /// Finds rows of a page by their places in an order of the optional column; nil for a column whose sort keys are not
  /// exact.
  var keyFilter: ColumnOperations.KeyFilter? {
    guard let keyFilter = operations.keyFilter else { return nil }
    return { [offset] base, stride, rows, keys, last in
      let mask = RowMask(before: base + offset)
      let found = mask.isEmpty ? .none : keyFilter(base, stride, rows, keys, last) & mask
      return keys.place(of: SortKey.missing) <= last ? found | rows.subtracting(mask) : found
    }
  }
}
