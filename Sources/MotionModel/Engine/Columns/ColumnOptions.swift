/// The rules that a column's values keep, and the indexes that find them.
///
/// ```swift
/// Column(\.email, .unique)
/// Column(\.number, [.unique, .readOnly])
/// ```
public struct ColumnOptions: OptionSet, Sendable, Hashable {
  /// The options as bits.
  public let rawValue: Int

  /// Creates options from bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// No two records may have the same value, but any number of them may have nil. Implies ``indexed``.
  public static let unique = ColumnOptions(rawValue: 1 << 0)
  /// Keeps a hash index, which finds records by an equal value in constant time.
  public static let indexed = ColumnOptions(rawValue: 1 << 1)
  /// Keeps an ordered index, which finds records by a range of values, and the first ones in order.
  ///
  /// It changes no result. It costs about 25 bytes for each record, and O(log *n*) time for each changed value.
  ///
  /// Strings are in the order of Swift's `<`, which in Swift 6.3 contradicts itself for strings that are not
  /// composed: `"é2" < "e\u{301}"` and yet `"é" == "e\u{301}"`. A range of an ordered column finds such strings
  /// only if they were composed before they were saved (`precomposedStringWithCanonicalMapping`).
  public static let ordered = ColumnOptions(rawValue: 1 << 2)
  /// The value is set when a record is created; later saves cannot change it.
  public static let readOnly = ColumnOptions(rawValue: 1 << 3)
  /// Keeps a hash index that finds records by an equal string without regard to case, as in
  /// `eq(_:caseSensitive:accentSensitive:)`, in constant time. Only for stored strings.
  public static let indexedIgnoringCase = ColumnOptions(rawValue: 1 << 4)
  /// Keeps a hash index that finds records by an equal string without regard to accents, with or without regard to
  /// case, as in `eq(_:caseSensitive:accentSensitive:)`, in constant time. Only for stored strings.
  public static let indexedIgnoringCaseAndAccents = ColumnOptions(rawValue: 1 << 6)
  /// Keeps an ordered index without regard to case and accents, which finds the strings that begin with a text, as in
  /// `startsWith(_:caseSensitive:accentSensitive:)`, and the first ones of
  /// ``FinderChain/order(by:_:nils:caseSensitive:accentSensitive:digitsAsNumbers:)`` with `caseSensitive: false,
  /// accentSensitive: false`. It also serves equal strings. Only for stored strings.
  public static let orderedIgnoringCaseAndAccents = ColumnOptions(rawValue: 1 << 7)
  /// Keeps copies of the values side by side from the first scan on, which later scans read instead of the records.
  ///
  /// It changes no result. Without this option, a store makes such copies by itself for columns of large tables that
  /// are scanned again and again. It has no effect on columns that hold other values than strings, numbers, dates,
  /// UUIDs, enums and the like, and in tables of fewer than 32 records.
  public static let packed = ColumnOptions(rawValue: 1 << 5)
}

extension ColumnOptions: CustomStringConvertible {
  /// The options by name: `[unique, readOnly]`.
  public var description: String {
    let names: [(ColumnOptions, String)] = [
      (.unique, "unique"), (.indexed, "indexed"), (.ordered, "ordered"), (.readOnly, "readOnly"),
      (.indexedIgnoringCase, "indexedIgnoringCase"),
      (.indexedIgnoringCaseAndAccents, "indexedIgnoringCaseAndAccents"),
      (.orderedIgnoringCaseAndAccents, "orderedIgnoringCaseAndAccents"), (.packed, "packed"),
    ]
    return "[\(names.filter { contains($0.0) }.map(\.1).joined(separator: ", "))]"
  }
}
