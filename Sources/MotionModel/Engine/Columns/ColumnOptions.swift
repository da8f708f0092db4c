/// What a column's values must keep to, and how they are found.
///
/// ```swift
/// Column(\.email, .unique)
/// Column(\.number, [.unique, .readOnly])
/// ```
public struct ColumnOptions: OptionSet, Sendable, Hashable {
  /// The options as bits.
  public let rawValue: Int

  /// Makes options from bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// No two records may have the same value; any number of them may have none (nil). Implies ``indexed``.
  public static let unique = ColumnOptions(rawValue: 1 << 0)
  /// Records are often asked for by an equal value: a hash index answers in constant time.
  public static let indexed = ColumnOptions(rawValue: 1 << 1)
  /// Records are often asked for by a range of values, or for the first ones in the order of them: an index keeps them in order.
  ///
  /// It changes no answer, and costs about 25 bytes a record and the time to find the place of a changed value, O(log *n*).
  ///
  /// Texts are in the order of Swift's `<`, which in Swift 6.3 contradicts itself where texts are not composed: it finds
  /// `"é2" < "e\u{301}"` and yet `"é" == "e\u{301}"`. Such texts are found by ranges of an ordered column only when they were
  /// composed before they were saved (`precomposedStringWithCanonicalMapping`).
  public static let ordered = ColumnOptions(rawValue: 1 << 2)
  /// The value is given when a record is created and cannot be changed by a later save.
  public static let readOnly = ColumnOptions(rawValue: 1 << 3)
  /// Records are often asked for by an equal text without regard to case, as in `eq(_:caseSensitive:)`: another hash index
  /// answers in constant time. Only for stored texts.
  public static let indexedIgnoringCase = ColumnOptions(rawValue: 1 << 4)
}

extension ColumnOptions: CustomStringConvertible {
  /// The options by name: `[unique, readOnly]`.
  public var description: String {
    let names: [(ColumnOptions, String)] = [
      (.unique, "unique"), (.indexed, "indexed"), (.ordered, "ordered"), (.readOnly, "readOnly"),
      (.indexedIgnoringCase, "indexedIgnoringCase"),
    ]
    return "[\(names.filter { contains($0.0) }.map(\.1).joined(separator: ", "))]"
  }
}
