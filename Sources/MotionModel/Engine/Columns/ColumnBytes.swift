import Foundation

/// The bytes of a row that hold its columns, without the padding between them, which differs from copy to copy.
///
/// Two rows with the same bytes hold the same values. Comparing bytes is much quicker than comparing values.
struct ColumnBytes: Sendable {
  /// The fewest byte ranges that cover all columns, in order; nil when a column is read through accessors, because
  /// bytes then prove nothing.
  private let spans: [Range<Int>]?

  init(_ columns: [Range<Int>?]) {
    let known = columns.compactMap { $0 }.sorted { $0.lowerBound < $1.lowerBound }
    spans = known.count < columns.count ? nil : known.reduce(into: [], Self.add)
  }

  private static func add(_ spans: inout [Range<Int>], _ next: Range<Int>) {
    if let last = spans.last, next.lowerBound <= last.upperBound {
      spans[spans.count - 1] = last.lowerBound..<max(last.upperBound, next.upperBound)
    } else {
      spans.append(next)
    }
  }

  /// Returns whether the bytes prove that two rows hold the same values. False means that the rows may differ.
  func areSame(_ row: Row, _ other: Row) -> Bool {
    spans?.allSatisfy { memcmp(row.address + $0.lowerBound, other.address + $0.lowerBound, $0.count) == 0 } ?? false
  }
}
