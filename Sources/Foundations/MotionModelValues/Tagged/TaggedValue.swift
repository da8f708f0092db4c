/// An enum whose cases have payloads, as the type of a column.
///
/// It needs one word. The compiler writes the rest, as it does for any `Codable` enum:
///
/// ```swift
/// enum Asset: TaggedValue {
///   case color(Color)
///   case image(name: String, scale: Double)
///   case sound(Sound?)
///   case nothing
/// }
/// ```
///
/// A value is stored as an object with the name of its case as a tag, and its payload beside it:
///
/// ```json
/// {"type": "color", "value": {"red": 1.0, "green": 0.5}}
/// {"type": "image", "value": {"name": "dog.png", "scale": 2.0}}
/// {"type": "nothing"}
/// ```
///
/// Payloads are `Codable`, and may be tagged values themselves, and arrays, dictionaries and optionals of them. Declare
/// `CodingKeys` to give a case another tag than its name. Where they are `CaseIterable`, an error lists the tags.
///
/// A tag that the type does not have is an error, unless the type is an ``OpenTaggedValue``.
///
/// Objects as Swift itself encodes enums are read, too, so a column that was a document may become a tagged value.
/// Other coders than the library's encode a tagged value as Swift does.
///
/// ## Topics
/// ### How it is stored
/// - ``tagKeys``
/// - ``formerTags``
public protocol TaggedValue: ColumnValue, Codable {
  /// The keys under which tag and payload are stored: `type` and `value` by default.
  static var tagKeys: TagKeys { get }
  /// Tags that files may still have for a case, with the tags of today: `["picture": "image"]`.
  static var formerTags: [String: String] { get }
}

/// A tagged value that keeps values with tags that it does not know, and writes them back unchanged.
///
/// ```swift
/// enum Asset: OpenTaggedValue {
///   case color(Color)
///   case unknown(UnknownTag)
/// }
/// ```
public protocol OpenTaggedValue: TaggedValue {
  /// Returns a value that holds what was read. A case `unknown(UnknownTag)` is this function.
  static func unknown(_ unknown: UnknownTag) -> Self
}

extension TaggedValue {
  /// The keys `type` and `value`.
  public static var tagKeys: TagKeys { TagKeys() }

  /// None.
  public static var formerTags: [String: String] { [:] }

  /// A document of the type's name.
  public static var columnType: ColumnType { .document(name: String(describing: Self.self)) }

  /// Casts an object with a tag, or a string that holds it as JSON.
  public init(attribute: AttributeValue) throws(CastError) { self = try document(Self.self, from: attribute) }

  /// The tag and the payload; null if the payload refuses to be encoded.
  public var attribute: AttributeValue { (try? documentAttribute(self)) ?? .null }

  /// The tag and the payload.
  ///
  /// - Throws: ``CastError`` if the payload refuses to be encoded, or is nested too deep.
  public func checkedAttribute() throws(CastError) -> AttributeValue { try documentAttribute(self) }
}
