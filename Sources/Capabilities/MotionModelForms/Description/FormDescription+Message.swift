public import MotionModelValidation

extension FormDescription {
  /// What is wrong with a field, an item or the form as a whole, in words.
  public struct Message: Sendable, Hashable, Codable {
    /// The place that the message is about; empty for the form as a whole.
    public var path: FormPath
    /// The rule that is broken.
    public var rule: RuleName
    /// The message for display beside the field: `can't be blank`.
    public var text: String
    /// The message for display elsewhere, with the field's name: `Name can't be blank`.
    public var sentence: String
    /// Whether it prevents saving.
    public var severity: ValidationError.Severity

    /// Creates a message.
    package init(
      path: FormPath = .form, rule: RuleName, text: String, sentence: String,
      severity: ValidationError.Severity = .error
    ) {
      (self.path, self.rule, self.text, self.sentence, self.severity) = (path, rule, text, sentence, severity)
    }
  }
}
