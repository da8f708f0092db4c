/// The values of one column in some rows, read once for each row, and compared by the rows' numbers.
///
/// Sorting compares a row with many others. Where each comparison would call code of the program's, such as a computed
/// property or the `<` of an enum, reading the values first calls it no more than once for each row.
struct RowKeys: Sendable {
  /// Whether the value of one row comes before that of another, missing values last.
  let precedes: @Sendable (_ row: Int, _ other: Int) -> Bool
  let isNil: @Sendable (_ row: Int) -> Bool
}

extension RowKeys {
  /// Creates the keys from the rows' values.
  init<Traits: ColumnTraits>(of values: [Traits.Value], _ traits: Traits.Type) {
    let (keys, isExact) = (values.map(Traits.sortKey), Traits.isSortKeyExact)
    let missing = Traits.isOptional ? values.map(Traits.isNil) : []
    self.init { first, second in
      if keys[first] != keys[second] { return keys[first] < keys[second] }
      if isExact && keys[first] != SortKey.missing { return false }
      return Traits.precedes(values[first], values[second])
    } isNil: {
      Traits.isOptional && missing[$0]
    }
  }

  /// Returns what reads the keys of rows, compiled for the types that most values have. Others are read through the
  /// witness tables of their types.
  static func reader<Traits: ColumnTraits>(
    _ value: @escaping @Sendable (Row) -> Traits.Value, _ traits: Traits.Type
  ) -> @Sendable ([Row]) -> RowKeys {
    switch traits {
    case is PlainTraits<Int>.Type: compiled({ unsafeBitCast(value($0), to: Int.self) }, PlainTraits.self)
    case is OptionalTraits<Int>.Type: compiled({ unsafeBitCast(value($0), to: Int?.self) }, OptionalTraits.self)
    case is PlainTraits<Double>.Type: compiled({ unsafeBitCast(value($0), to: Double.self) }, PlainTraits.self)
    case is OptionalTraits<Double>.Type: compiled({ unsafeBitCast(value($0), to: Double?.self) }, OptionalTraits.self)
    case is PlainTraits<String>.Type: compiled({ unsafeBitCast(value($0), to: String.self) }, PlainTraits.self)
    default: compiled(value, traits)
    }
  }

  private static func compiled<Traits: ColumnTraits>(
    _ value: @escaping @Sendable (Row) -> Traits.Value, _ traits: Traits.Type
  ) -> @Sendable ([Row]) -> RowKeys {
    { rows in RowKeys(of: rows.map(value), traits) }
  }

  /// Creates the keys of a column of one byte: the ranks of its values. Each distinct value is compared by one of its
  /// rows, so the number of comparisons does not depend on the number of rows.
  ///
  /// - Parameters:
  ///   - offset: The offset of the byte in a row.
  ///   - precedes: Whether the value in one row comes before that in another.
  ///   - isNil: Whether a row has no value.
  init(ofBytesAt offset: Int, in rows: [Row], _ precedes: (_ row: Row, _ other: Row) -> Bool, _ isNil: (Row) -> Bool) {
    let bytes = rows.map { Int($0.address.load(fromByteOffset: offset, as: UInt8.self)) }
    var examples = [Row?](repeating: nil, count: 256)
    for (row, byte) in zip(rows, bytes) where examples[byte] == nil { examples[byte] = row }
    var ranks = [UInt16](repeating: 0, count: 256)
    var last: (row: Row, rank: UInt16)?
    for row in examples.compactMap({ $0 }).sorted(by: precedes) {
      let rank = last.map { precedes($0.row, row) ? $0.rank + 1 : $0.rank } ?? 0
      ranks[Int(row.address.load(fromByteOffset: offset, as: UInt8.self))] = isNil(row) ? Self.missing : rank
      last = (row, rank)
    }
    let keys = bytes.map { ranks[$0] }
    self.init(precedes: { keys[$0] < keys[$1] }, isNil: { keys[$0] == Self.missing })
  }

  private static let missing = UInt16.max
}
