public import Foundation

/// A type that identifies records.
///
/// `Int` and the other integers, their optionals, `String` and `UUID` conform. The store assigns an id to a record
/// whose id is not assigned yet (0, nil, an empty string) when it is first saved. An id that is present is kept.
///
/// A type of your own defines how to create an id:
///
/// ```swift
/// struct TicketID: ModelID, RawRepresentable {
///   var rawValue: String
///   init(rawValue: String) { self.rawValue = rawValue }
///   var isAssigned: Bool { !rawValue.isEmpty }
///   static func make(number: Int) -> TicketID? { TicketID(rawValue: "T-\(number)") }
/// }
/// ```
public protocol ModelID: ColumnValue {
  /// Whether this is an id, and not the mark of a record without one.
  var isAssigned: Bool { get }

  /// Creates a new id.
  ///
  /// - Parameter number: A number that the store has not yet given to a record of this model: 1, 2, 3, …
  /// - Returns: An id, or nil when this type has no further one.
  static func make(number: Int) -> Self?

  /// The number that this id was created from; nil if it is not known. The store continues counting after the
  /// largest.
  var number: Int? { get }
}

extension ModelID {
  /// Nil, because ids of most types are not counted.
  public var number: Int? { nil }
}

extension ModelID where Self: FixedWidthInteger {
  /// Whether the id is not 0.
  @inlinable public var isAssigned: Bool { self != 0 }
  /// Returns the number itself; nil when the type is too small for it.
  @inlinable public static func make(number: Int) -> Self? { Self(exactly: number) }
  /// The id itself; nil when it is the largest of its type, or at least half of what `Int` holds, 2⁶² with 64 bits:
  /// counting on from there would leave no ids for other records.
  @inlinable public var number: Int? {
    guard self < Self.max, let number = Int(exactly: self), number <= Int.max / 2 else { return nil }
    return number
  }
}

extension Int: ModelID {}
extension Int8: ModelID {}
extension Int16: ModelID {}
extension Int32: ModelID {}
extension Int64: ModelID {}
extension UInt: ModelID {}
extension UInt8: ModelID {}
extension UInt16: ModelID {}
extension UInt32: ModelID {}
extension UInt64: ModelID {}

extension String: ModelID {
  /// Whether the string is not empty.
  public var isAssigned: Bool { !isEmpty }
  /// Returns a new time-ordered UUID as a string.
  public static func make(number: Int) -> String? { UUID.version7().uuidString }
}

extension UUID: ModelID {
  /// Whether the UUID is not the nil UUID, whose bits are all 0.
  public var isAssigned: Bool { self != UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
  /// Returns a new time-ordered UUID.
  public static func make(number: Int) -> UUID? { .version7() }
}

extension Optional: ModelID where Wrapped: ModelID {
  /// Whether there is a wrapped id and it is assigned.
  public var isAssigned: Bool { self?.isAssigned ?? false }
  /// Returns an id of the wrapped type.
  public static func make(number: Int) -> Wrapped?? { Wrapped.make(number: number) }
  /// The wrapped id's number.
  public var number: Int? { self?.number }
}
