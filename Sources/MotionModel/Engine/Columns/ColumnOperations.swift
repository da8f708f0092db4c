import Foundation

/// The comparison operators of predicates.
@usableFromInline package enum ComparisonOperator: String, Sendable, CaseIterable {
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="

  /// The comparison with its operands exchanged.
  package var mirrored: ComparisonOperator {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }

  /// Whether it finds values that are equal or not, and needs no order.
  var isOfEquality: Bool { self == .equal || self == .notEqual }
}

/// All that the engine does with one column, given a row and without knowing the model.
///
/// A class, so that passing it costs one reference count, not a count for each function.
final class ColumnOperations: Sendable {
  let columnType: ColumnType
  let isOptional: Bool
  /// Whether a value changes only when it is written, and its `==`, `hash(into:)` and `<` are consistent. That is
  /// known of stored properties of standard types. A computed property may read the clock, and a type of the user's
  /// may contradict itself.
  let isStable: Bool
  /// The bytes of a row that hold the value; nil when it is read through accessors.
  let bytes: Range<Int>?
  /// How values lie side by side in a page; nil for a column of which no pages are made.
  let page: PageLayout?
  /// The column whose values are in pages of an optional one, behind a mask; nil for a column whose pages have no mask.
  let present: PresentColumn?
  /// The offset of a value that is one byte, of a type with operators of its own; nil for other columns.
  let byte: Int?
  /// Returns the least and the greatest sort key of the values in a page, or the least and the greatest byte of a
  /// column of one byte; nil for other columns whose sort keys are not exact.
  let keyRange: (@Sendable (_ base: UnsafeRawPointer, _ count: Int) -> KeyRange)?
  /// Finds rows by their places in an order; nil for a column whose sort keys are not exact.
  let keyFilter: KeyFilter?
  let attribute: @Sendable (_ row: Row) -> AttributeValue
  /// Returns the untyped value for a file; throws when the value has no form that could be read again.
  let written: @Sendable (_ row: Row) throws(CastError) -> AttributeValue
  /// Casts an untyped value and stores it in a row.
  let assign: @Sendable (_ attribute: AttributeValue, _ row: MutableRow) -> CastError?
  /// Casts an untyped value of a file and stores it in a row, whose own value completes a document.
  let load: @Sendable (_ attribute: AttributeValue, _ row: MutableRow) -> CastError?
  /// Stores an operand of the column's type in a row.
  let set: @Sendable (_ operand: any Sendable, _ row: MutableRow) -> Void
  let copy: @Sendable (_ source: Row, _ target: MutableRow) -> Void
  let isNil: @Sendable (_ row: Row) -> Bool
  /// Returns whether two rows have equal values.
  let isEqual: @Sendable (_ row: Row, _ other: Row) -> Bool
  /// Returns whether replacing one row's value by the other's changes nothing.
  ///
  /// `==` does not decide that: zero equals negative zero, strings in different normal forms are equal, and NaN
  /// does not equal itself.
  let isSame: @Sendable (_ row: Row, _ other: Row) -> Bool
  let precedes: @Sendable (_ row: Row, _ other: Row) -> Bool
  /// The key of a row in an ordered index; see ``SortKey``.
  let sortKey: @Sendable (_ row: Row) -> UInt64
  let isSortKeyExact: Bool
  /// Returns the sort key of a text behind an offset; nil for a column that does not hold strings. See
  /// ``SortKey/word(of:behind:)``.
  let textWord: (@Sendable (_ row: Row, _ offset: Int) -> (key: UInt64, rest: Int)?)?
  /// Returns the sort key of a value of the column's type; nil for one that has no position in the order, and for all
  /// values of a column whose sort keys are not exact.
  let exactKey: @Sendable (_ value: any Sendable) -> UInt64?
  /// Converts an operand of the column's type for a lookup in an ordered index; nil when the operand has no
  /// position in the order.
  let bound: @Sendable (_ operand: any Sendable) -> OrderedBound?
  let hash: @Sendable (_ row: Row) -> UInt64?
  /// Creates a kernel that compares values with an operand of the column's type.
  let comparison: @Sendable (_ comparison: ComparisonOperator, _ operand: any Sendable) -> Kernel
  /// Creates a kernel that tests both ends of a range of the column's type at once.
  let range: @Sendable (_ range: ValueRange<any Sendable>) -> Kernel
  /// Creates a kernel that looks for values in an array of the column's type.
  let membership: @Sendable (_ values: any Sendable) -> Kernel
  /// Creates a kernel that tests strings; nil for columns that do not hold strings.
  let text: (@Sendable (_ test: StringTest) -> Kernel)?
  /// Finds rows without a value.
  let missing: Kernel
  /// Returns the hash of an operand in an index; nil for one that equals nothing, and for one of another type.
  let operandHash: @Sendable (_ operand: any Sendable) -> UInt64?
  /// Returns whether a row has a value that equals an operand.
  let holds: @Sendable (_ row: Row, _ operand: any Sendable) -> Bool
  /// Returns the index keys of all elements of an array of operands.
  let keys: @Sendable (_ operands: any Sendable) -> [IndexKey?]
  /// The values in some rows: an array of the column's type.
  let values: @Sendable (_ rows: [Row]) -> any Sendable
  /// Reads the keys by which rows are ordered; nil when comparing the rows themselves is as quick. See ``RowKeys``.
  let rowKeys: (@Sendable (_ rows: [Row]) -> RowKeys)?
  /// Packs values; nil for columns whose values are packed untyped.
  let packing: ColumnPacking?

  /// Creates the operations of a column from its property and its traits.
  ///
  /// The initializer is inlined into its callers so that the closures below are compiled for the value's type where
  /// it is known.
  @inline(__always) init<Property: ColumnProperty, Traits: ColumnTraits>(
    _ property: Property, _ traits: Traits.Type, _ packing: ColumnPacking? = nil
  ) where Property.Value == Traits.Value {
    self.packing = packing
    columnType = Traits.columnType
    isOptional = Traits.isOptional
    bytes = property.bytes
    page = property.page
    present = page.flatMap { PresentColumn(Traits.Value.self, $0) }
    @Sendable func keysBetween(_ base: UnsafeRawPointer, _ count: Int) -> KeyRange {
      KeyRange(property, traits, base, count)
    }
    byte = property.byte
    keyRange = Traits.isSortKeyExact ? present?.keyRange ?? keysBetween : byte.map(KeyRange.ofBytes)
    @Sendable func rows(
      _ base: UnsafeRawPointer, _ stride: Int, _ rows: RowMask, _ keys: OrderKeys, upTo last: UInt64
    ) -> RowMask {
      property.passing(PlaceTest<Traits>(keys: keys, last: last), base, stride, rows)
    }
    keyFilter = Traits.isSortKeyExact ? rows : nil
    let isStandard = Self.isStandard(Traits.Value.self)
    isStable = property.bytes != nil && isStandard
    attribute = { Traits.attribute(property.value(in: $0)) }
    written = { row throws(CastError) in try Traits.written(property.value(in: row)) }
    assign = { attribute, row in
      do throws(CastError) {
        property.set(try Traits.cast(attribute), in: row)
        return nil
      } catch {
        return error
      }
    }
    load = { attribute, row in
      do throws(CastError) {
        property.set(try Traits.cast(attribute, completedFrom: property.value(in: Row(row))), in: row)
        return nil
      } catch {
        return error
      }
    }
    set = { operand, row in property.set(typed(operand), in: row) }
    copy = { property.set(property.value(in: $0), in: $1) }
    isNil = { Traits.isNil(property.value(in: $0)) }
    missing = property.quickened { base, stride, rows in
      Traits.isOptional ? rows.filter { Traits.isNil(property.value(in: Row(base + $0 &* stride))) } : .none
    }
    isEqual = { Traits.isEqual(property.value(in: $0), property.value(in: $1)) }
    let form = ColumnForm(Traits.columnType, isStandard: isStandard)
    let bytes = property.bytes
    isSame = { first, second in
      // Equal bytes are equal values, and comparing values may convert them.
      if let bytes, memcmp(first.address + bytes.lowerBound, second.address + bytes.lowerBound, bytes.count) == 0 {
        return true
      }
      return form.isSame(property.value(in: first), property.value(in: second), traits)
    }
    precedes = { Traits.precedes(property.value(in: $0), property.value(in: $1)) }
    sortKey = { Traits.sortKey(property.value(in: $0)) }
    isSortKeyExact = Traits.isSortKeyExact
    exactKey = { value in
      guard Traits.isSortKeyExact, let value = unboxed(value, as: Traits.Value.self), Traits.isOrdered(value) else {
        return nil
      }
      return Traits.sortKey(value)
    }
    bound = { operand in
      guard let operand = unboxed(operand, as: Traits.Value.self), Traits.isOrdered(operand) else { return nil }
      return OrderedBound(key: Traits.sortKey(operand)) { row in
        let value = property.value(in: row)
        return Traits.precedes(value, operand) ? -1 : Traits.precedes(operand, value) ? 1 : 0
      }
    }
    hash = { Traits.hash(property.value(in: $0)) }
    let kernels = ColumnKernels(property, traits)
    comparison = { comparison, operand in property.quickened(kernels.comparison(comparison, typed(operand))) }
    range = { range in
      guard let range = range.cast(to: Traits.Value.self) else { preconditionFailure("operands of another type") }
      return property.quickened(kernels.range(range))
    }
    membership = { values in
      guard let values = values as? [Traits.Value] else { preconditionFailure("operands of another type") }
      return property.quickened(kernels.membership(values))
    }
    text = textTest(property)
    textWord = textKey(property)
    @Sendable func indexKey(_ operand: Traits.Value) -> IndexKey? {
      Traits.hash(operand).map { hash in
        IndexKey(hash: hash) { Traits.isEqual(property.value(in: $0), operand) }
      }
    }
    operandHash = { unboxed($0, as: Traits.Value.self).flatMap(Traits.hash) }
    holds = { row, operand in
      unboxed(operand, as: Traits.Value.self).map { Traits.isEqual(property.value(in: row), $0) } ?? false
    }
    keys = { ($0 as? [Traits.Value])?.map(indexKey) ?? [] }
    values = { rows in rows.map { property.value(in: $0) } }
    rowKeys = property.rowKeys(traits)
  }
}

extension ColumnOperations {
  /// Returns what a hash index needs for a lookup: the operand's hash, and a test whether a row has an equal value.
  func key(_ operand: any Sendable) -> IndexKey? {
    operandHash(operand).map { hash in IndexKey(hash: hash) { [holds] in holds($0, operand) } }
  }
}

/// Returns a value as one of a type, of which it nearly always is; nil if it cannot be.
///
/// NB: `as?` takes 400 instructions, and `type(of:)` 60. The first bytes of a box are its value, if that is a string,
/// or one of up to three words whose bytes are all there is of it. The fourth word is its type.
@inline(__always) private func unboxed<Value>(_ boxed: any Sendable, as type: Value.Type) -> Value? {
  withUnsafePointer(to: boxed) { boxed in
    let (box, word) = (UnsafeRawPointer(boxed), MemoryLayout<Int>.size)
    guard MemoryLayout<Value>.size <= 3 * word, MemoryLayout<Value>.alignment <= word,
      _isPOD(type) || type == String.self, box.load(fromByteOffset: 3 * word, as: Any.Type.self) == type
    else { return boxed.pointee as? Value }
    return box.assumingMemoryBound(to: type).pointee
  }
}

/// Returns an operand of a column's type, for which only such operands are made.
@inline(__always) private func typed<Value>(_ operand: any Sendable) -> Value {
  guard let operand = unboxed(operand, as: Value.self) else { preconditionFailure("an operand of another type") }
  return operand
}

/// A value to be looked up in a hash index.
struct IndexKey {
  let hash: UInt64
  let isInRow: (Row) -> Bool
}

/// Returns a function that creates the kernel of a string test; nil when the column does not hold strings.
private func textTest<Property: ColumnProperty>(_ property: Property) -> (@Sendable (StringTest) -> Kernel)? {
  switch property {
  case let property as StoredProperty<String>:
    { test in test.plain?.kernel(at: property.offset, otherwise: test.function) ?? rowTest(property, test.function) }
  case let property as StoredProperty<String?>:
    { test in
      test.plain?.kernel(at: property.offset, otherwise: test.function)
        ?? rowTest(property) { $0.map(test.function) ?? false }
    }
  case let property as any ColumnProperty<String>: { test in rowTest(property, test.function) }
  case let property as any ColumnProperty<String?>: { test in rowTest(property) { $0.map(test.function) ?? false } }
  default: nil
  }
}

/// Returns a function that returns the sort keys of texts behind an offset; nil when the column does not hold strings.
private func textKey<Property: ColumnProperty>(
  _ property: Property
) -> (@Sendable (Row, Int) -> (key: UInt64, rest: Int)?)? {
  switch property {
  case let property as StoredProperty<String>: { SortKey.word(of: property.value(in: $0), behind: $1) }
  case let property as StoredProperty<String?>:
    { row, offset in
      property.value(in: row).flatMap { SortKey.word(of: $0, behind: offset) }
    }
  case let property as any ColumnProperty<String>: { SortKey.word(of: property.value(in: $0), behind: $1) }
  default: nil
  }
}

@inline(__always) private func rowTest<Property: ColumnProperty>(
  _ property: Property, _ test: @escaping @Sendable (Property.Value) -> Bool
) -> Kernel {
  { base, stride, rows in rows.filter { test(property.value(in: Row(base + $0 &* stride))) } }
}
