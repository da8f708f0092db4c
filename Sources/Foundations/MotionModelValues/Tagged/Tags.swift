/// The types behind a protocol that a column can hold, each with a tag.
///
/// ```swift
/// protocol Asset: Sendable { var title: String { get } }
///
/// enum Assets: TaggedTypes {
///   static let tags = Tags<any Asset> {
///     Tag("color", Color.self) { $0 }
///     Tag("image", Image.self, was: "picture") { $0 }
///   }
/// }
///
/// struct Slide: Model {
///   var id = 0
///   var asset = Tagged<Assets>(Color())
/// }
/// ```
///
/// A value is stored as ``TaggedValue`` describes it, with its tag and itself beside it.
public protocol TaggedTypes: Sendable {
  /// What the types have in common: `any Asset`.
  associatedtype Value: Sendable
  /// The types and their tags.
  static var tags: Tags<Value> { get }
}

/// A list of types with tags; see ``TaggedTypes``.
public struct Tags<Value: Sendable>: Sendable {
  let keys: TagKeys
  /// The tags that values are written with, in order.
  let names: [String]
  private let byName: [String: Tag<Value>]
  private let byType: [ObjectIdentifier: Tag<Value>]
  /// The type that holds what has another tag; nil if that is refused.
  let unknown: Tag<Value>?

  /// Lists types.
  ///
  /// A tag or a type listed twice is a programming error, and stops the program with a sentence that names it.
  ///
  /// - Parameters:
  ///   - keys: The keys under which tag and value are stored.
  ///   - tags: The types.
  public init(keys: TagKeys = TagKeys(), @ListBuilder<Tag<Value>> _ tags: () -> [Tag<Value>]) {
    self.keys = keys
    let tags = tags()
    let known = tags.filter { $0.unknownHolder == nil }
    names = known.map(\.name)
    unknown = tags.first { $0.unknownHolder != nil }
    byName = Dictionary(known.flatMap { tag in ([tag.name] + tag.formerNames).map { ($0, tag) } }) { first, second in
      fatalError("The types \(first.typeName) and \(second.typeName) have the same tag: rename one.")
    }
    byType = Dictionary(tags.map { ($0.type, $0) }) { first, _ in
      fatalError("The type \(first.typeName) has two tags: pass former ones with was:.")
    }
  }

  subscript(name: String) -> Tag<Value>? { byName[name] }

  /// Returns the tag of a value's type; nil if that is not listed.
  func tag(of value: Value) -> Tag<Value>? {
    // NB: Without the cast, the type of a value behind a protocol would be the protocol's.
    byType[ObjectIdentifier(type(of: value as Any))]
  }
}

/// One of the types behind a protocol, and its tag; see ``TaggedTypes``.
public struct Tag<Value: Sendable>: Sendable {
  let name: String
  let formerNames: [String]
  let type: ObjectIdentifier
  let typeName: String
  /// Decodes the value under a key, or, for nil, the value that has the tag among its members.
  let decode: @Sendable (_ decoder: any Decoder, _ key: DocumentKey?) throws -> Value
  let encode:
    @Sendable (_ value: Value, _ key: DocumentKey, _ container: inout KeyedEncodingContainer<DocumentKey>)
      throws -> Void
  /// Makes and opens what stands for a value with an unknown tag; nil for a tag that is known.
  let unknownHolder: UnknownHolder?

  struct UnknownHolder: Sendable {
    let make: @Sendable (UnknownTag) -> Value
    let unknown: @Sendable (Value) -> UnknownTag?
  }

  /// Gives a type a tag.
  ///
  /// - Parameters:
  ///   - name: The tag.
  ///   - type: The type.
  ///   - formerNames: Tags that files may still have for the type.
  ///   - value: Returns a value of the type as the protocol or class that all the types share: `{ $0 }`.
  public init<Content: Codable & Hashable & Sendable>(
    _ name: String, _ type: Content.Type, was formerNames: String...,
    value: @escaping @Sendable (Content) -> Value
  ) {
    (self.name, self.formerNames, unknownHolder) = (name, formerNames, nil)
    (self.type, typeName) = (ObjectIdentifier(type), String(describing: type))
    decode = { decoder, key in
      guard let key else { return value(try Content(from: decoder)) }
      return value(try decoder.container(keyedBy: DocumentKey.self).decode(Content.self, forKey: key))
    }
    encode = { value, key, container in
      guard let content = value as? Content else { return }
      try container.encode(content, forKey: key)
    }
  }

  /// Names the type whose values hold what has a tag that no other type has. It is written back unchanged.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - value: Returns a value of the type as the protocol or class that all the types share: `{ $0 }`.
  public init<Holder: UnknownTagHolder>(unknown type: Holder.Type, value: @escaping @Sendable (Holder) -> Value) {
    (name, formerNames) = ("", [])
    (self.type, typeName) = (ObjectIdentifier(type), String(describing: type))
    decode = { decoder, _ in throw TagFault(type: "", tag: "", known: nil).decodingError(at: decoder.codingPath) }
    encode = { _, _, _ in }
    unknownHolder = UnknownHolder(make: { value(Holder($0)) }, unknown: { ($0 as? Holder)?.unknown })
  }
}

/// A type behind a protocol whose values stand for those with an unknown tag.
///
/// ```swift
/// struct MissingAsset: Asset, UnknownTagHolder {
///   let unknown: UnknownTag
///   init(_ unknown: UnknownTag) { self.unknown = unknown }
///   var title: String { "Made by a newer version" }
/// }
/// ```
public protocol UnknownTagHolder: Hashable, Sendable {
  /// What was read, and is written back.
  var unknown: UnknownTag { get }
  /// Creates a value that stands for what was read.
  init(_ unknown: UnknownTag)
}
