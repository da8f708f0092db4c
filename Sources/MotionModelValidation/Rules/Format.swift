public import MotionModel

/// A text has the form of a regular expression.
///
/// ```swift
/// Format(\.code, /[A-Z]{3}-\d+/)                 // the whole text
/// Format(\.code, contains: /\d/)                 // some part of it
/// Format(\.name, without: /[<>]/)                // no part of it
/// Format(\.code, pattern: "[A-Z]{3}-[0-9]+")     // the same as a text, which a JSON Schema can have too
/// ```
///
/// A missing value counts as an empty text. It reports ``RuleName/format``.
///
/// The time that a regular expression takes cannot be bounded: `(a+)+b` takes twice as long for each `a`. So a text of more
/// bytes in UTF-8 than `limit` is not matched at all: it is ``RuleName/tooLong``, with `count`. Within the limit, time is a
/// matter of the expression; write those for texts of strangers without a repetition inside a repetition.
public struct Format<Record: Model>: ValidationRule {
  /// What the rule is made of.
  public let validations: Validations<Record>

  /// How many bytes a text may have, unless a rule says otherwise: 1,000.
  public static var defaultLimit: Int { 1000 }

  /// The whole text matches.
  public init(
    _ column: any KeyPath<Record, String> & Sendable, _ pattern: some RegexComponent, limit: Int = defaultLimit
  ) {
    self.init(column, TextPattern(pattern, .whole), limit) { $0[keyPath: column] }
  }

  /// The whole text matches, for texts that may be missing.
  public init(
    _ column: any KeyPath<Record, String?> & Sendable, _ pattern: some RegexComponent, limit: Int = defaultLimit
  ) {
    self.init(column, TextPattern(pattern, .whole), limit) { $0[keyPath: column] ?? "" }
  }

  /// Some part of the text matches.
  public init(
    _ column: any KeyPath<Record, String> & Sendable, contains pattern: some RegexComponent, limit: Int = defaultLimit
  ) {
    self.init(column, TextPattern(pattern, .part), limit) { $0[keyPath: column] }
  }

  /// Some part of the text matches, for texts that may be missing.
  public init(
    _ column: any KeyPath<Record, String?> & Sendable, contains pattern: some RegexComponent, limit: Int = defaultLimit
  ) {
    self.init(column, TextPattern(pattern, .part), limit) { $0[keyPath: column] ?? "" }
  }

  /// No part of the text matches.
  public init(
    _ column: any KeyPath<Record, String> & Sendable, without pattern: some RegexComponent, limit: Int = defaultLimit
  ) {
    self.init(column, TextPattern(pattern, .none), limit) { $0[keyPath: column] }
  }

  /// No part of the text matches, for texts that may be missing.
  public init(
    _ column: any KeyPath<Record, String?> & Sendable, without pattern: some RegexComponent, limit: Int = defaultLimit
  ) {
    self.init(column, TextPattern(pattern, .none), limit) { $0[keyPath: column] ?? "" }
  }

  /// The whole text matches a pattern that is written as a text.
  ///
  /// A pattern that is no regular expression, or that no text can match, traps when the rules are first used.
  public init(_ column: any KeyPath<Record, String> & Sendable, pattern: String, limit: Int = defaultLimit) {
    self.init(column, TextPattern(text: pattern, Record.self), limit) { $0[keyPath: column] }
  }

  /// The whole text matches a pattern that is written as a text, for texts that may be missing.
  public init(_ column: any KeyPath<Record, String?> & Sendable, pattern: String, limit: Int = defaultLimit) {
    self.init(column, TextPattern(text: pattern, Record.self), limit) { $0[keyPath: column] ?? "" }
  }

  private init<Value>(
    _ column: any KeyPath<Record, Value> & Sendable, _ pattern: TextPattern, _ limit: Int,
    _ text: @escaping @Sendable (Record) -> String
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
        let text = text(record)
        if text.utf8.count > limit { return [.broken(.tooLong, ["count": limit.attribute])] }
        return try pattern.isMet(by: text) ? [] : [.broken]
      },
      keywords: pattern.source.map { JSONSchemaKeywords(keywords: ["pattern": .string("^(?:\($0))$")]) } ?? .none)
    validations = Validations([check])
  }
}
