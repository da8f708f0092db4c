import Foundation

/// A file on its way into a property list.
///
/// It goes through Foundation's encoder and not through `PropertyListSerialization`, which wants a tree of objects: on Linux,
/// making each value an object of Core Foundation takes ten times as long as writing it.
struct PlistFile: Encodable {
  private let file: StoreFile
  private let coder: PlistCoder

  init(_ file: StoreFile, _ coder: PlistCoder) { (self.file, self.coder) = (file, coder) }

  func data(as format: PropertyListSerialization.PropertyListFormat) throws -> Data {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = format
    return try encoder.encode(self)
  }

  func encode(to encoder: any Encoder) throws {
    var root = encoder.container(keyedBy: PlistKey.self)
    try root.encode("MotionModel", forKey: "format")
    try root.encode(StoreFile.version, forKey: "version")
    var models = root.nestedContainer(keyedBy: PlistKey.self, forKey: "models")
    for section in file.sections {
      var members = models.nestedContainer(keyedBy: PlistKey.self, forKey: PlistKey(section.model))
      try members.encode(section.columns, forKey: "columns")
      try members.encode(section.nextNumber, forKey: "nextNumber")
      var rows = members.nestedUnkeyedContainer(forKey: "rows")
      for row in section.rows { try rows.encode(PlistValue(.dictionary(row), coder)) }
    }
  }
}

/// A value on its way into a property list.
private struct PlistValue: Encodable {
  private let value: AttributeValue
  private let coder: PlistCoder

  init(_ value: AttributeValue, _ coder: PlistCoder) { (self.value, self.coder) = (value, coder) }

  func encode(to encoder: any Encoder) throws {
    if let text = coder.escaped(value) {
      var members = encoder.container(keyedBy: PlistKey.self)
      return try members.encode(text, forKey: PlistKey(PlistCoder.escape))
    }
    switch coder.listed(value) {
    case .array(let values):
      var list = encoder.unkeyedContainer()
      for value in values { try list.encode(PlistValue(value, coder)) }
    case .dictionary(let values):
      var members = encoder.container(keyedBy: PlistKey.self)
      for (name, value) in values { try encode(value, as: PlistKey(name), in: &members) }
    case let value:
      var single = encoder.singleValueContainer()
      try encode(value, in: &single)
    }
  }

  /// Numbers and texts go straight into their dictionary: an encoder of its own for each would take longer than all else.
  private func encode(
    _ value: AttributeValue, as key: PlistKey, in members: inout KeyedEncodingContainer<PlistKey>
  ) throws {
    if coder.escaped(value) != nil { return try members.encode(PlistValue(value, coder), forKey: key) }
    switch coder.listed(value) {
    case .bool(let value): try members.encode(value, forKey: key)
    case .int(let value): try members.encode(value, forKey: key)
    case .double(let value): try members.encode(value, forKey: key)
    case .string(let value): try members.encode(value, forKey: key)
    case .date(let value): try members.encode(value, forKey: key)
    case .data(let value): try members.encode(value, forKey: key)
    default: try members.encode(PlistValue(value, coder), forKey: key)
    }
  }

  private func encode(_ value: AttributeValue, in single: inout any SingleValueEncodingContainer) throws {
    switch value {
    case .bool(let value): try single.encode(value)
    case .int(let value): try single.encode(value)
    case .double(let value): try single.encode(value)
    case .date(let value): try single.encode(value)
    case .data(let value): try single.encode(value)
    default: try single.encode(value.plainText)
    }
  }
}

/// The name of a member of a dictionary.
private struct PlistKey: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init(stringLiteral name: String) { stringValue = name }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
