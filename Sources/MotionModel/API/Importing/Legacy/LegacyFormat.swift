/// How State and Spot wrote values, so that their files can be imported.
///
/// ```swift
/// let format = LegacyFormat(
///   .rawValues, .plainEnums("Kind"), .taggedEnum("Event"), .polymorphic("Asset"), .version())
/// let rows = try format.rows(in: Data(contentsOf: file), at: "issues")
/// let report = try Issue.importRows(rows, mapping: [.column("title", to: \.name)])
/// ```
///
/// The forms are rewritten wherever they are in a row, in arrays, dictionaries and objects too. What no rule describes
/// stays as it is. <doc:LegacyFiles> shows the forms.
///
/// ## Topics
/// ### Rules
/// - ``init(_:)``
/// - ``LegacyFormat/Rule``
/// ### Reading
/// - ``rows(in:at:carrying:)``
/// - ``rows(of:at:carrying:)``
/// - ``converted(_:of:)``
public struct LegacyFormat: Sendable {
  var areRawValuesUnwrapped = false
  var rawValueProperties: Set<String> = []
  var plainEnums: Set<String> = []
  var plainProperties: Set<String> = []
  var taggedEnums: [String: LegacyFormat.Rule.Tagging] = [:]
  var taggedProperties: [String: LegacyFormat.Rule.Tagging] = [:]
  var roots: [(name: String, tagging: LegacyFormat.Rule.Tagging)] = []
  var versions: [(key: String, migrate: LegacyFormat.Rule.Migration)] = []

  /// Creates a format.
  ///
  /// - Parameter rules: The rules. A later rule replaces an earlier one for the same type or property.
  public init(_ rules: LegacyFormat.Rule...) {
    for rule in rules { rule.add(&self) }
  }
}

extension LegacyFormat {
  /// Returns a value in the form of today.
  ///
  /// ```swift
  /// let format = LegacyFormat(.plainEnums("Kind"))
  /// try format.converted(["Kind": "small"])   // => "small"
  /// ```
  ///
  /// - Parameters:
  ///   - value: A value of a file.
  ///   - property: The name of the property that has the value; nil if it is not known.
  /// - Throws: An error of a migration, or ``CastError`` if values are nested too deep.
  /// - Complexity: O(*n*) in the parts of the value.
  public func converted(_ value: AttributeValue, of property: String? = nil) throws -> AttributeValue {
    if value.isNested(deeperThan: AttributeValue.depthLimit) {
      throw CastError(expected: "a value of a file", found: "one \(AttributeValue.tooDeep)")
    }
    return try convert(value, of: property)
  }

  /// Returns the members of a row in the form of today. The row itself is migrated, and keeps its other keys.
  func row(_ members: [String: AttributeValue]) throws -> [String: AttributeValue] {
    try convertMembers(of: migrated(members))
  }

  /// Migrates an object, without what is in it.
  func migrated(_ members: [String: AttributeValue]) throws -> [String: AttributeValue] {
    var members = members
    for (key, migrate) in versions {
      guard let version = members.removeValue(forKey: key) else { continue }
      try migrate(&members, version)
      members[key] = nil
    }
    return members
  }

  private func convert(_ value: AttributeValue, of property: String?) throws -> AttributeValue {
    switch value {
    case .array(let elements): .array(try elements.map { try convert($0, of: property) })
    case .dictionary(let members): try convert(migrated(members), of: property)
    default: value
    }
  }

  private func convertMembers(of members: [String: AttributeValue]) throws -> [String: AttributeValue] {
    var converted = members
    for (name, value) in members { converted[name] = try convert(value, of: name) }
    return converted
  }

  private func convert(_ members: [String: AttributeValue], of property: String?) throws -> AttributeValue {
    if let raw = rawValue(members, of: property) { return raw }
    if let tagged = try spotEnum(members, of: property) ?? taggedEnum(members) { return tagged }
    for (root, tagging) in roots {
      guard case .string(let type)? = members[root] else { continue }
      var content = members
      content[root] = nil
      return tagging.value(type, .dictionary(try convertMembers(of: content)))
    }
    // The values of a dictionary are what the property has.
    guard let property, hasEnums(property) else { return .dictionary(try convertMembers(of: members)) }
    return .dictionary(try members.mapValues { try convert($0, of: property) })
  }

  // MARK: - Enums

  /// Whether a rule says that a property of a name has enums.
  private func hasEnums(_ property: String) -> Bool {
    rawValueProperties.contains(property) || plainProperties.contains(property) || taggedProperties[property] != nil
  }

  private func rawValue(_ members: [String: AttributeValue], of property: String?) -> AttributeValue? {
    guard let value = members[LegacyFormat.Rule.valueKey], !value.hasParts else { return nil }
    let isNamed = property.map(rawValueProperties.contains) ?? false
    let isAlone = members.count == 1 && (isNamed || areRawValuesUnwrapped)
    let isBesideCase = members.count == 2 && isNamed && members.hasString(LegacyFormat.Rule.spotKey)
    // NB: In a conditional expression, nil would be the untyped value.
    if isAlone || isBesideCase { return value }
    return nil
  }

  /// Returns an enum of Spot, which wrote the names of cases with a capital.
  private func spotEnum(_ members: [String: AttributeValue], of property: String?) throws -> AttributeValue? {
    guard let property, case .string(let name)? = members[LegacyFormat.Rule.spotKey], members.isTagAndValue else {
      return nil
    }
    let lowered = name.prefix(1).lowercased() + name.dropFirst()
    if members.count == 1 && plainProperties.contains(property) { return .string(lowered) }
    return try taggedProperties[property]?.value(name, or: lowered, payload(members))
  }

  private func taggedEnum(_ members: [String: AttributeValue]) throws -> AttributeValue? {
    guard members.isTagAndValue, let key = members.keys.first(where: { $0 != LegacyFormat.Rule.valueKey }),
      case .string(let name)? = members[key]
    else { return nil }
    if members.count == 1 && plainEnums.contains(key) { return .string(name) }
    return try taggedEnums[key]?.value(name, payload(members))
  }

  private func payload(_ members: [String: AttributeValue]) throws -> AttributeValue? {
    try members[LegacyFormat.Rule.valueKey].map { try convert($0, of: nil) }
  }
}

extension LegacyFormat.Rule.Tagging {
  /// Returns an object with a tag as it is written today.
  ///
  /// - Parameters:
  ///   - name: The tag of the file.
  ///   - other: The tag of today, unless the rule names one; nil for that of the file.
  func value(_ name: String, or other: String? = nil, _ payload: AttributeValue?) -> AttributeValue {
    var members = [keys.tag: AttributeValue.string(tags[name] ?? other ?? name)]
    members[keys.value] = payload
    return .dictionary(members)
  }
}

extension [String: AttributeValue] {
  fileprivate func hasString(_ key: String) -> Bool { if case .string? = self[key] { true } else { false } }

  /// Whether the object has one member, or one member beside `value`.
  fileprivate var isTagAndValue: Bool { count == 1 || count == 2 && self[LegacyFormat.Rule.valueKey] != nil }
}
