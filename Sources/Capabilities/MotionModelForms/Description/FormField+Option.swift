public import MotionModelValues

extension FormField {
  /// One of the values that a field offers.
  public struct Option: Sendable, Hashable, Codable {
    /// What is submitted.
    public var value: String
    /// What a person reads.
    public var label: String

    /// Creates an option.
    ///
    /// - Parameters:
    ///   - value: What is submitted.
    ///   - label: What a person reads; the value, if it is nil.
    package init(_ value: String, _ label: String? = nil) { (self.value, self.label) = (value, label ?? value) }
  }

  /// What a value must keep to, as far as a renderer can say or a client can check it beforehand.
  ///
  /// The rules at the server decide. A text that is too long is kept and reported, and not cut off: HTML's `maxlength`
  /// would lose what people paste.
  public struct Limits: Sendable, Hashable, Codable {
    /// The least number of characters, or of choices.
    public var minimumLength: Int?
    /// The greatest number of characters, or of choices.
    public var maximumLength: Int?
    /// The least number.
    public var minimum: AttributeValue?
    /// The greatest number.
    public var maximum: AttributeValue?
    /// Whether the number must be greater than ``minimum`` and not equal to it.
    public var excludesMinimum: Bool?
    /// Whether the number must be less than ``maximum`` and not equal to it.
    public var excludesMaximum: Bool?
    /// What the number must be a multiple of.
    public var step: AttributeValue?

    /// Creates limits.
    package init(
      minimumLength: Int? = nil, maximumLength: Int? = nil, minimum: AttributeValue? = nil,
      maximum: AttributeValue? = nil,
      excludesMinimum: Bool? = nil, excludesMaximum: Bool? = nil, step: AttributeValue? = nil
    ) {
      (self.minimumLength, self.maximumLength) = (minimumLength, maximumLength)
      (self.minimum, self.maximum) = (minimum, maximum)
      (self.excludesMinimum, self.excludesMaximum, self.step) = (excludesMinimum, excludesMaximum, step)
    }

    /// Whether there are none.
    package var isEmpty: Bool { self == Limits() }
  }
}
