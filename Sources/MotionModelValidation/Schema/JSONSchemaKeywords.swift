public import MotionModel

/// What rules say in the words of JSON Schema.
@usableFromInline
enum JSONSchemaKeywords {
  /// A key that stands for "the value must not be null", which a schema says in other ways.
  static let notNull = "x-notNull"

  static func presence<Value>(of type: Value.Type) -> [String: AttributeValue] {
    switch type {
    case is String.Type, is String?.Type: [notNull: true, "pattern": "\\S"]
    default: [notNull: true]
    }
  }

  static func length(_ limits: LengthLimits, _ isText: Bool) -> [String: AttributeValue] {
    var keywords: [String: AttributeValue] = [:]
    if limits.min > 0 {
      keywords[isText ? "minLength" : "minItems"] = limits.min.attribute
      keywords[notNull] = true
    }
    if limits.max < .max { keywords[isText ? "maxLength" : "maxItems"] = limits.max.attribute }
    return keywords
  }

  @usableFromInline
  static func number<Value>(_ bound: NumericBound<Value>) -> [String: AttributeValue] {
    let value = bound.operand.attribute
    switch bound.rule {
    case .notAnInteger: return [notNull: true, "type": "integer"]
    case .odd: return [notNull: true, "type": "integer", "not": ["multipleOf": 2]]
    case .even: return [notNull: true, "multipleOf": 2]
    case .multiple: return [notNull: true, "multipleOf": value]
    default: return comparison(ComparisonRelation(rawValue: bound.rule.rawValue), value)
    }
  }

  @usableFromInline
  static func comparison(_ relation: ComparisonRelation?, _ value: AttributeValue) -> [String: AttributeValue] {
    var keywords: [String: AttributeValue] = [notNull: true]
    // JSON Schema has no order but that of numbers.
    switch (relation, value.isNumber) {
    case (.greaterThan, true): keywords["exclusiveMinimum"] = value
    case (.greaterOrEqual, true): keywords["minimum"] = value
    case (.lessThan, true): keywords["exclusiveMaximum"] = value
    case (.lessOrEqual, true): keywords["maximum"] = value
    case (.equal, _): keywords["const"] = value
    case (.notEqual, _): keywords["not"] = ["const": value]
    default: break
    }
    return keywords
  }

  static func membership(_ rule: RuleName, _ list: [AttributeValue]) -> [String: AttributeValue] {
    rule == .inclusion ? [notNull: true, "enum": .array(list)] : ["not": ["enum": .array(list)]]
  }
}

extension AttributeValue {
  fileprivate var isNumber: Bool {
    switch self {
    case .int, .uint, .double, .decimal: true
    default: false
    }
  }
}
