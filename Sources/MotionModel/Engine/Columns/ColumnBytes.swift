import Foundation

/// The bytes of a row that its columns take, without those in between, which belong to no value and differ from copy to copy.
///
/// Two rows with the same bytes hold the same; that is seen much sooner than by comparing their values.
struct ColumnBytes: Sendable {
  /// In order, as few as possible; nil where a column is read through accessors, so that bytes do not tell.
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

  /// Whether two rows are known to hold the same; false where they do not, or where bytes do not tell.
  func areSame(_ row: UnsafeRawPointer, _ other: UnsafeRawPointer) -> Bool {
    spans?.allSatisfy { memcmp(row + $0.lowerBound, other + $0.lowerBound, $0.count) == 0 } ?? false
  }
}
