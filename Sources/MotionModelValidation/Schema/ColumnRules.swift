import MotionModel

/// What the rules of a model say of one column, for a form.
package struct ColumnRules: Sendable, Hashable {
  /// Whether a missing value breaks a rule.
  package var needsValue = false
  /// The JSON Schema keywords of the rules.
  package var keywords: [String: AttributeValue] = [:]
  /// The names of the rules.
  package var names: Set<RuleName> = []

  package init() {}
}

extension Validatable {
  /// Returns what the rules that apply to all records of a context say of a column.
  ///
  /// - Parameters:
  ///   - operation: `create` or `update`, in which rules apply besides those of all contexts.
  ///   - context: A context of the caller's own, in which further rules apply; nil for none.
  package static func rules(
    of column: String, for operation: ValidationContext, in context: ValidationContext? = nil
  ) -> ColumnRules {
    var (rules, keywords) = (ColumnRules(), JSONSchemaKeywords())
    for check in validations.list.checks where check.fields.first?.name == column {
      rules.names.insert(check.rule)
      guard check.isInSchema(for: operation) || context != nil && check.isInSchema(for: context) else { continue }
      if check.keywords.needsValue && !check.options.allowsNil { rules.needsValue = true }
      keywords = keywords.merging(check.keywords.keywords)
    }
    rules.keywords = keywords.keywords
    return rules
  }
}
