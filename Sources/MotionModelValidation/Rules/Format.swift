public import MotionModel

/// A rule that a string matches a regular expression.
///
/// ```swift
/// Format(\.code, /[A-Z]{3}-\d+/)                 // the whole text
/// Format(\.code, contains: /\d/)                 // some part of it
/// Format(\.name, without: /[<>]/)                // no part of it
/// Format(\.code, pattern: "[A-Z]{3}-[0-9]+")     // the same as a text, which a JSON Schema can have too
/// ```
///
/// A missing value counts as an empty string. It reports ``RuleName/format``.
///
/// The time of a regular expression has no bound: `(a+)+b` takes twice as long for each `a`. So a string of more bytes
/// in UTF-8 than `limit`, 1,000 by default, is not matched and is reported as ``RuleName/tooLong``, with `count`.
/// Within the limit, the time depends on the expression. Use no repetition inside a repetition for strings from
/// untrusted sources.
public struct Format<Record: Validatable>: ValidationRule, BuiltInRule {
  let rules: Validations<Record>

  /// Requires the whole string to match.
  public init<Value: TextValue>(
    _ column: any KeyPath<Record, Value> & Sendable, _ pattern: some RegexComponent, limit: Int = 1000
  ) {
    self.init(column, StringPattern(pattern, .whole), limit)
  }

  /// Requires some part of the string to match.
  public init<Value: TextValue>(
    _ column: any KeyPath<Record, Value> & Sendable, contains pattern: some RegexComponent, limit: Int = 1000
  ) {
    self.init(column, StringPattern(pattern, .part), limit)
  }

  /// Requires that no part of the string matches.
  public init<Value: TextValue>(
    _ column: any KeyPath<Record, Value> & Sendable, without pattern: some RegexComponent, limit: Int = 1000
  ) {
    self.init(column, StringPattern(pattern, .none), limit)
  }

  /// Requires the whole string to match a pattern that is given as a string.
  ///
  /// A pattern that is not a regular expression, or that cannot match any string, traps when the rules are first
  /// used.
  public init<Value: TextValue>(
    _ column: any KeyPath<Record, Value> & Sendable, pattern: String, limit: Int = 1000
  ) {
    self.init(column, StringPattern(text: pattern, Record.self), limit)
  }

  private init<Value: TextValue>(
    _ column: any KeyPath<Record, Value> & Sendable, _ pattern: StringPattern, _ limit: Int
  ) {
    let field = Field<Record>(column, of: "Format")
    if limit < 1 {
      Misuse.stop(
        "The rule Format of \(Record.schema.modelName) for \"\(field.name)\"",
        "refuses every text, because its limit is 0",
        "give a positive one")
    }
    let check = Check<Record>(
      .format, [field],
      .record(nil) { record, _ in
        let text = record[keyPath: column].text ?? ""
        if text.utf8.count > limit { return [.broken(.tooLong, ["count": limit.attribute])] }
        return try pattern.isMet(by: text) ? [] : [.broken]
      },
      keywords: pattern.source.map { JSONSchemaKeywords(keywords: ["pattern": .string("^(?:\($0))$")]) } ?? .none)
    rules = Validations([check])
  }
}
