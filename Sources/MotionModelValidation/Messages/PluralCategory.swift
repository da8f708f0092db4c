/// The forms that a language has for numbers of things, by the names that Unicode gives them.
///
/// English has ``one`` (1 character) and ``other`` (5 characters). A language says which numbers take which form in
/// ``ValidationMessages/plural``.
public enum PluralCategory: String, Sendable, Hashable, Codable, CodingKeyRepresentable, CaseIterable {
  /// A form for none, as Arabic has it.
  case zero
  /// The singular, in most languages.
  case one
  /// A form for two, as Slovenian has it.
  case two
  /// A form for a few, as Polish has it for 2 to 4.
  case few
  /// A form for many, as Polish has it for 5 and more.
  case many
  /// All other numbers. Every message has it.
  case other
}
