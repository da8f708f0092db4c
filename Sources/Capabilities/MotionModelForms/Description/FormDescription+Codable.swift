import MotionModelValidation

// The keys of JSON. In a description, what is false, nil or empty is left out; what is missing is false, nil or empty.

extension FormDescription: Codable, FormObject {
  static let members: [FormMember<Self>] = [
    FormMember("model", \.model), FormMember("title", \.title), FormMember("context", \.context),
    FormMember("record", \.record), FormMember("version", \.version), FormMember("sections", \.sections),
    FormMember("messages", \.messages, unless: []), FormMember("language", \.language),
  ]

  static var blank: FormDescription { FormDescription(model: "", title: "") }
}

extension FormDescription.Section: Codable, FormObject {
  static let members: [FormMember<Self>] = [
    FormMember("title", \.title), FormMember("help", \.help), FormMember("rows", \.rows),
  ]

  static var blank: Self { Self() }
}

extension FormDescription.Row: Codable {
  /// The `type` of a row that is a group.
  package static let groupType = "group"
  /// How many containers a description may have around a row, which no form comes near.
  private static let depthLimit = 6 * FormPath.maximumDepth

  private enum CodingKeys: CodingKey {
    case type
  }

  /// Decodes a row: a group if its `type` is `group`, and else a field.
  ///
  /// - Throws: `DecodingError` if groups are nested deeper than any path can be.
  public init(from decoder: any Decoder) throws {
    if decoder.codingPath.count > Self.depthLimit {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: [], debugDescription: "The groups of the form are nested too deeply."))
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let isGroup = try container.decodeIfPresent(String.self, forKey: .type) == Self.groupType
    self = isGroup ? .group(try FormGroup(from: decoder)) : .field(try FormField(from: decoder))
  }

  /// Encodes the field or the group.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .field(let field): try field.encode(to: encoder)
    case .group(let group): try group.encode(to: encoder)
    }
  }
}

extension FormField: Codable, FormObject {
  static let members: [FormMember<Self>] = [
    FormMember(required: "key", \.key),
    FormMember("path", \.path),
    FormMember("title", \.label),
    FormMember("type", \.control),
    FormMember("value", \.value),
    FormMember("placeholder", \.placeholder),
    FormMember("help", \.help),
    FormMember("example", \.example),
    FormMember("required", \.isRequired, unless: false),
    FormMember("readOnly", \.isReadOnly, unless: false),
    FormMember("autocomplete", \.autocomplete),
    FormMember("inputmode", \.inputMode),
    FormMember("limits", \.limits, unless: Limits()),
    FormMember("options", \.options, unless: []),
    FormMember("searched", \.isSearched, unless: false),
    FormMember("search", \.search),
    FormMember("more", \.hasMore, unless: false),
    FormMember("changed", \.isChanged, unless: false),
    FormMember("theirs", \.theirs),
    FormMember("messages", \.messages, unless: []),
    FormMember("stamp", \.stamp),
  ]

  static var blank: FormField { FormField(path: .form, label: "") }

  mutating func complete(from decoder: any Decoder) throws {
    if path == .form { path = try FormPath(ofKey: key, decoder) }
    // A field for files whose value is missing has none.
    if control == .file && value == .text("") { value = .file(nil) }
  }
}

extension FormGroup: Codable, FormObject {
  static let members: [FormMember<Self>] = [
    FormMember(required: "key", \.key),
    FormMember("path", \.path),
    FormMember("title", \.label),
    FormMember("type", always: FormDescription.Row.groupType),
    FormMember("help", \.help),
    FormMember("many", \.isMany, unless: false),
    FormMember("add", \.canAdd, unless: false),
    FormMember("remove", \.canRemove, unless: false),
    FormMember("reorder", \.canReorder, unless: false),
    FormMember("minimum", \.minimumCount, unless: 0),
    FormMember("maximum", \.maximumCount),
    FormMember("items", \.items),
    FormMember("blank", \.blank),
    FormMember("messages", \.messages, unless: []),
  ]

  static var blank: FormGroup {
    var group = FormGroup(path: .form, label: "")
    group.isMany = false
    return group
  }

  mutating func complete(from decoder: any Decoder) throws {
    if path == .form { path = try FormPath(ofKey: key, decoder) }
  }
}

extension FormGroup.Item: Codable, FormObject {
  static let members: [FormMember<Self>] = [
    FormMember(required: "path", \.path), FormMember("record", \.record),
    FormMember("removed", \.isRemoved, unless: false), FormMember("rows", \.rows),
    FormMember("messages", \.messages, unless: []),
  ]

  static var blank: Self { Self(path: .form) }
}

extension FormSubmission: Codable, FormObject {
  static let members: [FormMember<Self>] = [
    FormMember("entries", \.entries), FormMember("shown", \.shown), FormMember("records", \.records),
    FormMember("removed", \.removed), FormMember("order", \.order), FormMember("unreadable", \.unreadable),
    FormMember("unknown", \.unknown), FormMember("action", \.action), FormMember("searches", \.searches),
    FormMember("version", \.version), FormMember("stamps", \.stamps),
  ]

  static var blank: Self { Self() }
}

extension FormPath {
  /// The path of a field that says only its key.
  fileprivate init(ofKey name: String, _ decoder: any Decoder) throws {
    if name.isEmpty {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath + [FormKey(stringValue: "key")],
          debugDescription: "The key is empty, and there is no path: give one of them."))
    }
    self.init([.field(name)])
  }
}
