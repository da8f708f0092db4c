public import Foundation

/// A type that identifies records.
///
/// `Int` and the other integers, their optionals, `String` and `UUID` conform. A record whose id is not assigned yet (0,
/// nil, an empty string) is given one by the store when it is first saved; an id that is present is kept.
///
/// A type of your own says how to make one:
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
  /// Whether this is an id, rather than the sign that a record has none yet.
  var isAssigned: Bool { get }

  /// Makes a new id.
  ///
  /// - Parameter number: A number that the store has not yet given to a record of this model: 1, 2, 3, …
  /// - Returns: An id, or nil when this type cannot express another one.
  static func make(number: Int) -> Self?

  /// The number that this id was made from, when it can be told; the store goes on counting behind the largest.
  var number: Int? { get }
}

extension ModelID {
  /// Nil: ids of most types are not counted.
  public var number: Int? { nil }
}

extension ModelID where Self: FixedWidthInteger {
  /// Whether the id is not 0.
  public var isAssigned: Bool { self != 0 }
  /// The number itself, or nil when the type is too small for it.
  public static func make(number: Int) -> Self? { Self(exactly: number) }
  /// The id itself; nil when it is the largest of its type, or 2⁶² and more: counting on behind it would leave no ids for others.
  public var number: Int? {
    guard self < Self.max, let number = Int(exactly: self), number < 1 << 62 else { return nil }
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
  /// Whether the text is not empty.
  public var isAssigned: Bool { !isEmpty }
  /// The text of a new time-ordered UUID.
  public static func make(number: Int) -> String? { UUID.version7().uuidString }
}

extension UUID: ModelID {
  /// Whether the UUID is not the nil UUID, whose bits are all 0.
  public var isAssigned: Bool { self != UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
  /// A new time-ordered UUID.
  public static func make(number: Int) -> UUID? { .version7() }
}

extension Optional: ModelID where Wrapped: ModelID {
  /// Whether there is an id.
  public var isAssigned: Bool { self?.isAssigned ?? false }
  /// An id of the wrapped type.
  public static func make(number: Int) -> Wrapped?? { Wrapped.make(number: number) }
  /// The wrapped id's number.
  public var number: Int? { self?.number }
}
