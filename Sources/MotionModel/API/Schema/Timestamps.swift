public import Foundation

/// Columns that the store fills with the time of a record's first save and of its latest one.
///
/// ```swift
/// static let schema = Schema<Todo> { Timestamps(\.createdAt, \.updatedAt) }
/// ```
///
/// The time of the first save is set when a record is inserted, unless it already has a value. The time of the
/// latest save is set when a record is inserted without one, and by every save that changes another column. A save of a
/// record that has another time of its latest save, or none, and is otherwise as it is stored, changes nothing. The
/// time is read from the store's clock, ``Store/clock``, once for everything that is committed together.
/// ``Store/keepingTimestamps(_:)`` keeps the times that records have.
///
/// The columns are named as their properties, unless they are given other names, which files and attributes then have:
///
/// ```swift
/// Timestamps(\.createdAt, name: "created_at", \.updatedAt, name: "updated_at")
/// ```
///
/// The properties are of the type `Date?` or `Date`. A `Date` always has a value, and whether the program has set the
/// value is unknown: so the first save always sets it, and later saves keep the stored time of the first one.
public struct Timestamps<Record: Model>: Sendable {
  /// The column of the time of the first save.
  let created: Column<Record>?
  /// The column of the time of the latest save.
  let updated: Column<Record>?

  /// Declares both columns.
  ///
  /// - Parameters:
  ///   - created: The property with the time of the first save.
  ///   - createdName: The name of its column, if it differs from the property's.
  ///   - updated: The property with the time of the latest save.
  ///   - updatedName: The name of its column, if it differs from the property's.
  public init<Created: ColumnValue, Updated: ColumnValue>(
    _ created: any WritableKeyPath<Record, Created> & Sendable, name createdName: String? = nil,
    _ updated: any WritableKeyPath<Record, Updated> & Sendable, name updatedName: String? = nil
  ) where Created.Unwrapped == Date, Updated.Unwrapped == Date {
    (self.created, self.updated) = (Column(created, name: createdName), Column(updated, name: updatedName))
  }

  /// Declares only the time of the first save.
  ///
  /// - Parameters:
  ///   - created: The property.
  ///   - name: The column's name, if it differs from the property's.
  public init<Created: ColumnValue>(
    created: any WritableKeyPath<Record, Created> & Sendable, name: String? = nil
  ) where Created.Unwrapped == Date {
    (self.created, updated) = (Column(created, name: name), nil)
  }

  /// Declares only the time of the latest save.
  ///
  /// - Parameters:
  ///   - updated: The property.
  ///   - name: The column's name, if it differs from the property's.
  public init<Updated: ColumnValue>(
    updated: any WritableKeyPath<Record, Updated> & Sendable, name: String? = nil
  ) where Updated.Unwrapped == Date {
    (created, self.updated) = (nil, Column(updated, name: name))
  }

  var columns: [Column<Record>] { [created, updated].compactMap(\.self) }
}
