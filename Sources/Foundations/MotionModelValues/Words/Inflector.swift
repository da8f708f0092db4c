/// Converts words and names: singular and plural, property, column, table and type.
///
/// ```swift
/// let english = Inflector.english
/// english.pluralize("person")     // => "people"
/// english.singularize("queries")  // => "query"
/// english.tableize("LineItem")    // => "line_items"
/// english.humanize("dueDate")     // => "Due date"
/// ```
///
/// An inflector is a value. Adding a rule returns a new inflector, and the rule that was added last wins:
///
/// ```swift
/// let ours = Inflector.english.adding(irregular: "octopus", "octopodes")
/// ours.pluralize("octopus")       // => "octopodes"
/// english.pluralize("octopus")    // => "octopuses"
/// ```
///
/// A rule is for a whole word or for an ending. All functions work on the last word of a compound in any spelling
/// (`emailAddress`, `email_address`, `email address`), keep the case, and take time in proportion to the text.
///
/// ## Topics
/// ### Making
/// - ``english``
/// - ``init()``
/// - ``adding(irregular:_:)``
/// - ``adding(uncountable:)``
/// - ``adding(plural:_:)``
/// - ``adding(singular:_:)``
/// - ``adding(acronym:)``
/// ### The inflector in use
/// - ``default``
/// - ``current``
/// - ``with(_:_:)-(Inflector,_)``
/// ### Singular and plural
/// - ``pluralize(_:)``
/// - ``pluralize(_:count:)``
/// - ``counted(_:_:)``
/// - ``singularize(_:)``
/// ### Words for people
/// - ``humanize(_:)``
/// - ``titleize(_:)``
/// - ``ordinalize(_:)``
/// - ``adding(ordinals:)``
/// ### Names for programs
/// - ``underscore(_:)``
/// - ``camelize(_:firstUppercase:)``
/// - ``tableize(_:)``
/// - ``classify(_:)``
/// - ``foreignKey(_:camelized:)``
/// - ``dasherize(_:)``
/// - ``parameterize(_:separator:)``
/// - ``transliterate(_:replacement:)``
public struct Inflector: Sendable {
  var plurals = WordRules()
  var singulars = WordRules()
  var acronyms = Acronyms()
  /// Returns what follows a number that is an ordinal; nil without a rule.
  var ordinals: (@Sendable (Int) -> String)?

  /// Creates an inflector without rules, as the start of another language: every word is its own plural.
  public init() {}
}
