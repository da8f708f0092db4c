/// The least and the greatest sort key of some rows, see ``SortKey``, or byte of a column of one byte.
struct KeyRange: Sendable, Equatable {
  let least: UInt64
  let greatest: UInt64

  /// The range in which all keys are.
  static let all = KeyRange(least: .min, greatest: .max)

  /// The range in which no key is. The pages of texts have it that have codes; see ``TextCodes``.
  static let none = KeyRange(least: .max, greatest: .min)

  var isEmpty: Bool { least > greatest }

  init(least: UInt64, greatest: UInt64) { (self.least, self.greatest) = (least, greatest) }

  /// Returns what computes the least and the greatest byte of values that lie side by side.
  static func ofBytes(at offset: Int) -> @Sendable (_ base: UnsafeRawPointer, _ count: Int) -> KeyRange {
    { base, count in
      var (least, greatest) = (UInt8.max, UInt8.min)
      for row in 0..<count {
        let byte = (base + offset + row).load(as: UInt8.self)
        (least, greatest) = (min(least, byte), max(greatest, byte))
      }
      return KeyRange(least: UInt64(least), greatest: UInt64(greatest))
    }
  }

  /// Computes the range of one or more values that lie side by side.
  @inline(__always) init<Property: ColumnProperty, Traits: ColumnTraits>(
    _ property: Property, _ traits: Traits.Type, _ base: UnsafeRawPointer, _ count: Int
  ) where Property.Value == Traits.Value {
    var (least, greatest) = (UInt64.max, UInt64.min)
    for row in 0..<count {
      let key = Traits.sortKey(property.value(in: Row(base + row &* MemoryLayout<Traits.Value>.stride)))
      least = key < least ? key : least
      greatest = key > greatest ? key : greatest
    }
    self.init(least: least, greatest: greatest)
  }
}
