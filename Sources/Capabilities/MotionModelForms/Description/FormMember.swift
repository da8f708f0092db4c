/// A key of a part of a form in JSON.
struct FormKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }

  init?(intValue: Int) { return nil }
}

/// A member of a part of a form in JSON, and the property that it has.
struct FormMember<Part>: Sendable {
  fileprivate let decode: @Sendable (inout Part, KeyedDecodingContainer<FormKey>) throws -> Void
  fileprivate let encode: @Sendable (Part, inout KeyedEncodingContainer<FormKey>) throws -> Void

  /// A member that is always written. If it is missing, the property keeps its value.
  init<Value: Codable & Sendable>(_ name: String, _ property: any WritableKeyPath<Part, Value> & Sendable) {
    self.init(name, property) { _ in true }
  }

  /// A member that is not written if the property has a value.
  init<Value: Codable & Equatable & Sendable>(
    _ name: String, _ property: any WritableKeyPath<Part, Value> & Sendable, unless value: Value
  ) {
    self.init(name, property) { $0 != value }
  }

  private init<Value: Codable & Sendable>(
    _ name: String, _ property: any WritableKeyPath<Part, Value> & Sendable,
    where isWritten: @escaping @Sendable (Value) -> Bool
  ) {
    let key = FormKey(stringValue: name)
    decode = { part, container in
      if let value = try container.decodeIfPresent(Value.self, forKey: key) { part[keyPath: property] = value }
    }
    encode = { part, container in
      let value = part[keyPath: property]
      if isWritten(value) { try container.encode(value, forKey: key) }
    }
  }

  /// A member that is not written if the property is nil.
  init<Value: Codable & Sendable>(_ name: String, _ property: any WritableKeyPath<Part, Value?> & Sendable) {
    let key = FormKey(stringValue: name)
    decode = { part, container in part[keyPath: property] = try container.decodeIfPresent(Value.self, forKey: key) }
    encode = { part, container in try container.encodeIfPresent(part[keyPath: property], forKey: key) }
  }

  /// A member that must not be missing.
  init<Value: Codable & Sendable>(required name: String, _ property: any WritableKeyPath<Part, Value> & Sendable) {
    let key = FormKey(stringValue: name)
    decode = { part, container in part[keyPath: property] = try container.decode(Value.self, forKey: key) }
    encode = { part, container in try container.encode(part[keyPath: property], forKey: key) }
  }

  /// A member that has the same text in all parts of a kind.
  init(_ name: String, always text: String) {
    let key = FormKey(stringValue: name)
    decode = { _, _ in }
    encode = { _, container in try container.encode(text, forKey: key) }
  }
}

/// A part of a form that is an object in JSON.
protocol FormObject: Codable, Sendable {
  static var members: [FormMember<Self>] { get }
  /// A part without members.
  static var blank: Self { get }

  /// Adds what follows from the members that were decoded.
  mutating func complete(from decoder: any Decoder) throws
}

extension FormObject {
  /// Decodes a part of a form.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: FormKey.self)
    self = .blank
    for member in Self.members { try member.decode(&self, container) }
    try complete(from: decoder)
  }

  /// Encodes the part of a form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: FormKey.self)
    for member in Self.members { try member.encode(self, &container) }
  }

  func complete(from decoder: any Decoder) {}
}
