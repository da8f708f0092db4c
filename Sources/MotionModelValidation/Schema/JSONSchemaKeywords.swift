import MotionModel

/// The JSON Schema keywords of a rule for its column.
@usableFromInline
struct JSONSchemaKeywords: Sendable {
  /// Whether a missing value breaks the rule.
  var needsValue = false
  var keywords: [String: AttributeValue] = [:]

  @usableFromInline static var none: JSONSchemaKeywords { JSONSchemaKeywords() }

  static func presence<Value>(of type: Value.Type) -> JSONSchemaKeywords {
    let isString = type == String.self || type == String?.self
    return JSONSchemaKeywords(needsValue: true, keywords: isString ? ["pattern": "\\S"] : [:])
  }

  static func length(_ limits: LengthLimits, _ isString: Bool) -> JSONSchemaKeywords {
    var result = JSONSchemaKeywords(needsValue: limits.min > 0)
    if limits.min > 0 { result.keywords[isString ? "minLength" : "minItems"] = limits.min.attribute }
    if limits.max < .max { result.keywords[isString ? "maxLength" : "maxItems"] = limits.max.attribute }
    return result
  }

  @usableFromInline
  static func numbers<Value>(_ bounds: [NumericBound<Value>]) -> JSONSchemaKeywords {
    bounds.reduce(JSONSchemaKeywords(needsValue: true)) { $0.merging(number($1)) }
  }

  private static func number<Value>(_ bound: NumericBound<Value>) -> [String: AttributeValue] {
    switch bound.rule {
    case .notAnInteger: ["type": "integer"]
    case .odd: ["type": "integer", "not": ["multipleOf": 2]]
    case .even: ["multipleOf": 2]
    case .multiple: ["multipleOf": bound.operand.attribute]
    default: keywords(ComparisonRelation(rawValue: bound.rule.rawValue), bound.operand.attribute)
    }
  }

  static func comparison(_ relation: ComparisonRelation, _ value: AttributeValue?) -> JSONSchemaKeywords {
    JSONSchemaKeywords(needsValue: true, keywords: value.map { keywords(relation, $0) } ?? [:])
  }

  /// Returns the keywords of a comparison; JSON Schema can order only numbers.
  private static func keywords(
    _ relation: ComparisonRelation?, _ value: AttributeValue
  ) -> [String: AttributeValue] {
    switch (relation, value.isNumber) {
    case (.greaterThan, true): ["exclusiveMinimum": value]
    case (.greaterOrEqual, true): ["minimum": value]
    case (.lessThan, true): ["exclusiveMaximum": value]
    case (.lessOrEqual, true): ["maximum": value]
    case (.equal, _): ["const": value]
    case (.notEqual, _): ["not": ["const": value]]
    default: [:]
    }
  }

  static func membership(_ rule: RuleName, _ list: [AttributeValue]?) -> JSONSchemaKeywords {
    let isInclusion = rule == .inclusion
    guard let list else { return JSONSchemaKeywords(needsValue: isInclusion) }
    let keywords: [String: AttributeValue] = isInclusion ? ["enum": .array(list)] : ["not": ["enum": .array(list)]]
    return JSONSchemaKeywords(needsValue: isInclusion, keywords: keywords)
  }

  /// Merges other keywords into these; both values of a keyword apply if both have it.
  func merging(_ others: [String: AttributeValue]) -> JSONSchemaKeywords {
    var result = self
    for (name, value) in others.sorted(by: { $0.key < $1.key }) {
      if case .array(let own)? = result.keywords[name], case .array(let other) = value, name == "enum" {
        // NB: The lists become one, because null may have to be added to it.
        result.keywords[name] = .array(own.filter(other.contains))
      } else if let own = result.keywords[name], own != value {
        guard case .array(let all) = result.keywords["allOf"] ?? [] else { continue }
        result.keywords["allOf"] = .array(all + [.dictionary([name: value])])
      } else {
        result.keywords[name] = value
      }
    }
    return result
  }
}
