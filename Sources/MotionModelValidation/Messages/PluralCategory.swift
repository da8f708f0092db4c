extension MessageTemplate {
  /// The plural categories of a language, by the names that Unicode gives them.
  ///
  /// English has ``one`` (1 character) and ``other`` (5 characters). ``ValidationMessages/plural`` returns the
  /// category of a number in a language.
  public enum PluralCategory: String, Sendable, Hashable, Codable, CodingKeyRepresentable, CaseIterable {
    /// A form for zero, as in Arabic.
    case zero
    /// The singular, in most languages.
    case one
    /// A form for two, as in Slovenian.
    case two
    /// A form for a few, as for 2 to 4 in Polish.
    case few
    /// A form for many, as for 5 and more in Polish.
    case many
    /// The form for all other numbers, which every message has.
    case other
  }
}
