import MotionModelValues

/// The models of a file as JSON Schema, draft 2020-12, for the JSON that `cat --json` prints: an array of records for
/// each model.
struct JSONSchemaDocument {
  private let schema: FileSchema

  init(_ schema: FileSchema) { self.schema = schema }

  var text: String {
    let models = schema.models
    let document = OrderedJSON.object([
      ("$schema", "https://json-schema.org/draft/2020-12/schema"),
      ("type", "object"),
      (
        "properties",
        .object(
          models.map { model in
            (model.name, .object([("type", "array"), ("items", .object([("$ref", .string(model.name.asReference))]))]))
          })
      ),
      ("$defs", .object(models.map { ($0.name, definition(of: $0)) })),
    ])
    return document.text + "\n"
  }

  private func definition(of model: FileSchema.Model) -> OrderedJSON {
    let required = model.columns.indices.filter { !model.columns[$0].isOptional || $0 == model.idPlace }
    let properties = model.columns.enumerated().map { place, column in
      (column.name, property(column, isOptional: column.isOptional && place != model.idPlace))
    }
    return .object([
      ("type", "object"),
      ("properties", .object(properties)),
      ("required", .array(required.map { .string(model.columns[$0].name) })),
    ])
  }

  private func property(_ column: FileSchema.Column, isOptional: Bool) -> OrderedJSON {
    let type = column.type ?? .custom(name: "")
    let keywords = isOptional ? ColumnType.optional(type).keywords : type.keywords
    let needsNote = column.isInferred || !type.saysAll
    return .object(keywords + (needsNote ? [("$comment", .string(column.typeNote))] : []))
  }
}

extension ColumnType {
  /// Whether JSON Schema says as much as the type.
  fileprivate var saysAll: Bool {
    switch self {
    case .optional(let type), .array(let type), .dictionary(let type): type.saysAll
    case .enumeration, .document, .custom: false
    case .string, .bool, .int, .uint, .double, .float, .decimal, .date, .uuid, .url, .data: true
    }
  }

  /// The keywords for the values that JSON has of this type.
  fileprivate var keywords: [(String, OrderedJSON)] {
    switch self {
    case .string: [("type", "string")]
    case .bool: [("type", "boolean")]
    case .int(let bits):
      [("type", "integer")]
        + (bits < 64
          ? [("minimum", .number("\(-1 << (bits - 1))")), ("maximum", .number("\(1 << (bits - 1) - 1)"))] : [])
    case .uint(let bits):
      [("type", "integer"), ("minimum", .number("0"))]
        + (bits < 64 ? [("maximum", .number("\(1 << bits - 1)"))] : [])
    case .double, .float:
      [
        (
          "anyOf",
          .array([
            .object([("type", "number")]), .object([("enum", .array(["NaN", "Infinity", "-Infinity"]))]),
          ])
        )
      ]
    case .decimal: [("type", "string"), ("format", "decimal")]
    case .date: [("type", "string"), ("format", "date-time")]
    case .uuid: [("type", "string"), ("format", "uuid")]
    case .url: [("type", .array(["string", "object"])), ("format", "uri-reference")]
    case .data: [("type", "string"), ("contentEncoding", "base64")]
    case .array(let element): [("type", "array"), ("items", .object(element.keywords))]
    case .dictionary(let value): [("type", "object"), ("additionalProperties", .object(value.keywords))]
    case .optional(let wrapped): wrapped.keywords.allowingNull
    case .enumeration(_, let raw, _): raw.keywords
    case .document, .custom: []
    }
  }
}

extension [(String, OrderedJSON)] {
  /// The same keywords for values that may be null.
  fileprivate var allowingNull: Self {
    map { keyword, value in
      switch (keyword, value) {
      case ("type", .string("null")): (keyword, value)
      case ("type", .array(let types)): (keyword, .array(types + ["null"]))
      case ("type", _): (keyword, .array([value, "null"]))
      case ("anyOf", .array(let choices)): (keyword, .array(choices + [.object([("type", "null")])]))
      default: (keyword, value)
      }
    }
  }
}

extension String {
  /// A reference to the definition of this name, as a pointer in a URL.
  fileprivate var asReference: String {
    "#/$defs/" + PercentEncoding.encoded(replacing("~", with: "~0").replacing("/", with: "~1"))
  }
}
