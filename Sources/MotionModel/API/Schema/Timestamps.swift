public import Foundation

/// Columns that the store fills with the time of a record's first save and of its latest one.
///
/// ```swift
/// static let schema = Schema<Todo> {
///   Column(\.name)
///   Timestamps(\.createdAt, \.updatedAt)
/// }
/// ```
///
/// The time of the first save is set when a record is inserted, unless it already has a value. The time of the
/// latest save is set when a record is inserted without one, and by every save that changes another column. The time
/// is read from the store's clock, ``Store/clock``, once for everything that is committed together.
/// ``Store/keepingTimestamps(_:)`` keeps the times that records have.
public struct Timestamps<Record: Model>: Sendable {
  let created: (any WritableKeyPath<Record, Date?> & Sendable)?
  let updated: (any WritableKeyPath<Record, Date?> & Sendable)?

  /// Declares both columns.
  public init(
    _ created: any WritableKeyPath<Record, Date?> & Sendable, _ updated: any WritableKeyPath<Record, Date?> & Sendable
  ) {
    (self.created, self.updated) = (created, updated)
  }

  /// Declares only the time of the first save.
  public init(created: any WritableKeyPath<Record, Date?> & Sendable) {
    (self.created, updated) = (created, nil)
  }

  /// Declares only the time of the latest save.
  public init(updated: any WritableKeyPath<Record, Date?> & Sendable) {
    (created, self.updated) = (nil, updated)
  }

  var columns: [Column<Record>] { [created, updated].compactMap { $0.map { Column($0) } } }
}
