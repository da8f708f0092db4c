public import MotionModel

extension Validatable {
  /// Returns the model as JSON Schema (draft 2020-12): its columns with their types, and the rules that JSON Schema
  /// can express.
  ///
  /// ```swift
  /// let text = String(decoding: try JSONEncoder().encode(Todo.jsonSchema()), as: UTF8.self)
  /// // {"$schema":…,"title":"Todo","type":"object","required":["name"],
  /// //  "properties":{"name":{"type":"string","minLength":5,"maxLength":80},…}}
  /// ```
  ///
  /// A form or a server can use it to check data before sending or accepting it. The check is only a first one. Data
  /// that pass it may still break rules that have conditions, involve other columns or records, or are code. Refused
  /// data are never valid, except for strings with characters of several code points, which JSON Schema counts
  /// separately.
  ///
  /// The property of a `CaseIterable` enum lists the raw values of its cases.
  ///
  /// A column is required if a new record without it is not valid. The value of an optional column may be null
  /// unless a rule needs a value.
  ///
  /// - Parameter context: The schema has the rules of this context besides those that apply in all contexts. It has
  ///   no warnings.
  public static func jsonSchema(for context: ValidationContext? = nil) -> AttributeValue {
    let checks = validations.list.checks.filter { $0.isInSchema(for: context) }
    let properties = schema.columns.map { column in
      (column.name, property(column, checks.filter { $0.fields.first?.name == column.name }))
    }
    let required = schema.columns.map(\.name).filter { name in
      checks.contains { $0.fields.first?.name == name && $0.isBroken(by: new()) }
    }
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": .string(schema.modelName),
      "type": "object",
      "properties": .dictionary(Dictionary(uniqueKeysWithValues: properties)),
      "required": .array(required.map { .string($0) }),
    ]
  }

  private static func property(_ column: Column<Self>, _ checks: [Check<Self>]) -> AttributeValue {
    let needsValue = checks.contains { $0.keywords.needsValue && !$0.options.allowsNil }
    var property = JSONSchemaKeywords(keywords: column.type.jsonSchema)
    for check in checks { property = property.merging(check.keywords.keywords) }
    if column.options.contains(.readOnly) { property.keywords["readOnly"] = true }
    return .dictionary(column.isOptional && !needsValue ? property.keywords.allowingNull : property.keywords)
  }
}

extension Check {
  /// Whether the rule applies to every record in a context, and can be expressed in JSON Schema.
  func isInSchema(for context: ValidationContext?) -> Bool {
    let holds = options.contexts.allSatisfy { contexts in contexts.contains { context?.includes($0) == true } }
    let says = keywords.needsValue || !keywords.keywords.isEmpty
    return says && holds && options.condition == nil && !options.allowsBlank && options.severity == .error
  }

  /// Whether a new record with default values breaks the rule.
  fileprivate func isBroken(by record: Record) -> Bool {
    var situation = CheckContext(operation: .create, stored: nil)
    guard keywords.needsValue, case .record(_, let test) = body else { return false }
    if options.allowsNil && fields.contains(where: { $0.isNil(record) }) { return false }
    // A rule that throws does not say that the default is wrong.
    return (try? test(record, &situation).isEmpty) == false
  }
}

extension [String: AttributeValue] {
  /// The same schema for values that may be null.
  fileprivate var allowingNull: [String: AttributeValue] {
    var copy = self
    if let type = self["type"] { copy["type"] = [type, "null"] }
    if let values = copy.removeValue(forKey: "const").map(cases(equalTo:)) ?? cases {
      copy["enum"] = .array(values + [.null])
    }
    return copy
  }

  /// The values of the schema's `enum`; nil if it has none.
  private var cases: [AttributeValue]? {
    guard case .array(let values)? = self["enum"] else { return nil }
    return values
  }

  private func cases(equalTo value: AttributeValue) -> [AttributeValue] {
    cases?.filter { $0 == value } ?? [value]
  }
}

extension ColumnType {
  /// The JSON Schema of values of this type.
  fileprivate var jsonSchema: [String: AttributeValue] {
    switch self {
    case .string: ["type": "string"]
    case .bool: ["type": "boolean"]
    case .int: ["type": "integer"]
    case .uint: ["type": "integer", "minimum": 0]
    case .double, .float, .decimal: ["type": "number"]
    case .date: ["type": "string", "format": "date-time"]
    case .uuid: ["type": "string", "format": "uuid"]
    case .url: ["type": "string", "format": "uri"]
    case .data: ["type": "string", "contentEncoding": "base64"]
    case .array(let element): ["type": "array", "items": .dictionary(element.jsonSchema)]
    case .dictionary(let value): ["type": "object", "additionalProperties": .dictionary(value.jsonSchema)]
    case .optional(let wrapped): wrapped.jsonSchema.allowingNull
    case .enumeration(_, let raw, let cases):
      cases.isEmpty ? raw.jsonSchema : raw.jsonSchema.merging(["enum": .array(cases)]) { $1 }
    case .document, .custom: [:]
    }
  }
}
