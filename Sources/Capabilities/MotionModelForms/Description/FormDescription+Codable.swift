import MotionModelValidation

// The keys of JSON. What is false, nil or empty is left out, and what is missing is false, nil or empty.

extension FormDescription: Codable {
  private enum CodingKeys: String, CodingKey {
    case model, title, context, record, version, sections, messages, language
  }

  /// Decodes a description.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      model: try container.decodeIfPresent(String.self, forKey: .model) ?? "",
      title: try container.decodeIfPresent(String.self, forKey: .title) ?? "",
      context: try container.decodeIfPresent(FormContext.self, forKey: .context) ?? .new,
      record: try container.decodeIfPresent(String.self, forKey: .record),
      version: try container.decodeIfPresent(String.self, forKey: .version) ?? "",
      sections: try container.decodeIfPresent([FormSection].self, forKey: .sections) ?? [],
      messages: try container.decodeIfPresent([FormMessage].self, forKey: .messages) ?? [],
      language: try container.decodeIfPresent(String.self, forKey: .language))
  }

  /// Encodes the description.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(model, forKey: .model)
    try container.encode(title, forKey: .title)
    try container.encode(context, forKey: .context)
    try container.encodeIfPresent(record, forKey: .record)
    try container.encode(version, forKey: .version)
    try container.encode(sections, forKey: .sections)
    try container.encodeUnlessEmpty(messages, forKey: .messages)
    try container.encodeIfPresent(language, forKey: .language)
  }
}

extension FormSection: Codable {
  private enum CodingKeys: String, CodingKey {
    case title, help, rows
  }

  /// Decodes a section.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decodeIfPresent(String.self, forKey: .title),
      help: try container.decodeIfPresent(String.self, forKey: .help),
      rows: try container.decodeIfPresent([FormRow].self, forKey: .rows) ?? [])
  }

  /// Encodes the section.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(title, forKey: .title)
    try container.encodeIfPresent(help, forKey: .help)
    try container.encode(rows, forKey: .rows)
  }
}

extension FormRow: Codable {
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

extension FormField: Codable {
  private enum CodingKeys: String, CodingKey {
    case path, key, type, placeholder, help, example, autocomplete, limits, options, search, value, theirs, messages
    case stamp
    case label = "title"
    case isRequired = "required"
    case isReadOnly = "readOnly"
    case inputMode = "inputmode"
    case isSearched = "searched"
    case hasMore = "more"
    case isChanged = "changed"
  }

  /// Decodes a field.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let key = try container.decode(String.self, forKey: .key)
    self.init(
      path: try container.decodeIfPresent(FormPath.self, forKey: .path) ?? FormPath(key, at: .key, in: container),
      key: key,
      label: try container.decodeIfPresent(String.self, forKey: .label) ?? "",
      control: try container.decodeIfPresent(FormControl.self, forKey: .type) ?? .text,
      value: try container.decodeIfPresent(FormInput.self, forKey: .value) ?? .text(""))
    if control == .file && value == .text("") { value = .file(nil) }
    placeholder = try container.decodeIfPresent(String.self, forKey: .placeholder)
    help = try container.decodeIfPresent(String.self, forKey: .help)
    example = try container.decodeIfPresent(String.self, forKey: .example)
    isRequired = try container.decodeIfPresent(Bool.self, forKey: .isRequired) ?? false
    isReadOnly = try container.decodeIfPresent(Bool.self, forKey: .isReadOnly) ?? false
    autocomplete = try container.decodeIfPresent(String.self, forKey: .autocomplete)
    inputMode = try container.decodeIfPresent(FormInputMode.self, forKey: .inputMode)
    limits = try container.decodeIfPresent(FormLimits.self, forKey: .limits) ?? FormLimits()
    options = try container.decodeIfPresent([FormOption].self, forKey: .options) ?? []
    isSearched = try container.decodeIfPresent(Bool.self, forKey: .isSearched) ?? false
    search = try container.decodeIfPresent(String.self, forKey: .search)
    hasMore = try container.decodeIfPresent(Bool.self, forKey: .hasMore) ?? false
    isChanged = try container.decodeIfPresent(Bool.self, forKey: .isChanged) ?? false
    theirs = try container.decodeIfPresent(FormInput.self, forKey: .theirs)
    messages = try container.decodeIfPresent([FormMessage].self, forKey: .messages) ?? []
    stamp = try container.decodeIfPresent(String.self, forKey: .stamp)
  }

  /// Encodes the field.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(key, forKey: .key)
    try container.encode(path, forKey: .path)
    try container.encode(label, forKey: .label)
    try container.encode(control, forKey: .type)
    try container.encode(value, forKey: .value)
    try container.encodeIfPresent(placeholder, forKey: .placeholder)
    try container.encodeIfPresent(help, forKey: .help)
    try container.encodeIfPresent(example, forKey: .example)
    try container.encodeIfTrue(isRequired, forKey: .isRequired)
    try container.encodeIfTrue(isReadOnly, forKey: .isReadOnly)
    try container.encodeIfPresent(autocomplete, forKey: .autocomplete)
    try container.encodeIfPresent(inputMode, forKey: .inputMode)
    if !limits.isEmpty { try container.encode(limits, forKey: .limits) }
    try container.encodeUnlessEmpty(options, forKey: .options)
    try container.encodeIfTrue(isSearched, forKey: .isSearched)
    try container.encodeIfPresent(search, forKey: .search)
    try container.encodeIfTrue(hasMore, forKey: .hasMore)
    try container.encodeIfTrue(isChanged, forKey: .isChanged)
    try container.encodeIfPresent(theirs, forKey: .theirs)
    try container.encodeUnlessEmpty(messages, forKey: .messages)
    try container.encodeIfPresent(stamp, forKey: .stamp)
  }
}

extension FormGroup: Codable {
  private enum CodingKeys: String, CodingKey {
    case path, key, type, help, items, blank, messages
    case label = "title"
    case isMany = "many"
    case canAdd = "add"
    case canRemove = "remove"
    case canReorder = "reorder"
    case minimumCount = "minimum"
    case maximumCount = "maximum"
  }

  /// Decodes a group.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let key = try container.decode(String.self, forKey: .key)
    self.init(
      path: try container.decodeIfPresent(FormPath.self, forKey: .path) ?? FormPath(key, at: .key, in: container),
      key: key,
      label: try container.decodeIfPresent(String.self, forKey: .label) ?? "")
    help = try container.decodeIfPresent(String.self, forKey: .help)
    isMany = try container.decodeIfPresent(Bool.self, forKey: .isMany) ?? false
    canAdd = try container.decodeIfPresent(Bool.self, forKey: .canAdd) ?? false
    canRemove = try container.decodeIfPresent(Bool.self, forKey: .canRemove) ?? false
    canReorder = try container.decodeIfPresent(Bool.self, forKey: .canReorder) ?? false
    minimumCount = try container.decodeIfPresent(Int.self, forKey: .minimumCount) ?? 0
    maximumCount = try container.decodeIfPresent(Int.self, forKey: .maximumCount)
    items = try container.decodeIfPresent([FormItem].self, forKey: .items) ?? []
    blank = try container.decodeIfPresent(FormItem.self, forKey: .blank)
    messages = try container.decodeIfPresent([FormMessage].self, forKey: .messages) ?? []
  }

  /// Encodes the group.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(key, forKey: .key)
    try container.encode(path, forKey: .path)
    try container.encode(label, forKey: .label)
    try container.encode(FormRow.groupType, forKey: .type)
    try container.encodeIfPresent(help, forKey: .help)
    try container.encodeIfTrue(isMany, forKey: .isMany)
    try container.encodeIfTrue(canAdd, forKey: .canAdd)
    try container.encodeIfTrue(canRemove, forKey: .canRemove)
    try container.encodeIfTrue(canReorder, forKey: .canReorder)
    if minimumCount > 0 { try container.encode(minimumCount, forKey: .minimumCount) }
    try container.encodeIfPresent(maximumCount, forKey: .maximumCount)
    try container.encode(items, forKey: .items)
    try container.encodeIfPresent(blank, forKey: .blank)
    try container.encodeUnlessEmpty(messages, forKey: .messages)
  }
}

extension FormItem: Codable {
  private enum CodingKeys: String, CodingKey {
    case path, record, rows, messages
    case isRemoved = "removed"
  }

  /// Decodes an item.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      path: try container.decode(FormPath.self, forKey: .path),
      record: try container.decodeIfPresent(String.self, forKey: .record))
    isRemoved = try container.decodeIfPresent(Bool.self, forKey: .isRemoved) ?? false
    rows = try container.decodeIfPresent([FormRow].self, forKey: .rows) ?? []
    messages = try container.decodeIfPresent([FormMessage].self, forKey: .messages) ?? []
  }

  /// Encodes the item.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(path, forKey: .path)
    try container.encodeIfPresent(record, forKey: .record)
    try container.encodeIfTrue(isRemoved, forKey: .isRemoved)
    try container.encode(rows, forKey: .rows)
    try container.encodeUnlessEmpty(messages, forKey: .messages)
  }
}

extension KeyedEncodingContainer {
  fileprivate mutating func encodeIfTrue(_ value: Bool, forKey key: Key) throws {
    if value { try encode(value, forKey: key) }
  }

  fileprivate mutating func encodeUnlessEmpty<Element: Encodable>(_ values: [Element], forKey key: Key) throws {
    if !values.isEmpty { try encode(values, forKey: key) }
  }
}

extension FormPath {
  /// Creates the path of what is described without one: its name is its key.
  ///
  /// - Throws: `DecodingError` if the key is empty, because no path has a step without a name.
  fileprivate init<Key>(_ name: String, at key: Key, in container: KeyedDecodingContainer<Key>) throws {
    if name.isEmpty {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: container, debugDescription: "The key is empty, and there is no path: give one of them.")
    }
    self.init([.field(name)])
  }
}
