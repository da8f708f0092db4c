extension Inflector {
  /// Returns an inflector that also knows a word and its plural.
  ///
  /// ```swift
  /// Inflector.english.adding(irregular: "cow", "kine").singularize("kine")   // => "cow"
  /// ```
  ///
  /// The pair is of whole words; ``adding(plural:_:)`` and ``adding(singular:_:)`` add endings. Plurals that were
  /// known before are still recognized by ``singularize(_:)``.
  ///
  /// - Parameters:
  ///   - singular: The word, in any case.
  ///   - plural: Its plural.
  public func adding(irregular singular: String, _ plural: String) -> Inflector {
    changed { $0.add(singular, plural) }
  }

  /// Returns an inflector that also knows words that are their own plurals.
  ///
  /// ```swift
  /// Inflector.english.adding(uncountable: "staff").pluralize("staff")   // => "staff"
  /// ```
  public func adding(uncountable words: String...) -> Inflector {
    changed { inflector in for word in words { inflector.add(word, word) } }
  }

  /// Returns an inflector with another rule for plurals: words that end in `suffix` end in `replacement` instead.
  ///
  /// ```swift
  /// Inflector.english.adding(plural: "eau", "eaux").pluralize("plateau")   // => "plateaux"
  /// ```
  ///
  /// It overrides all earlier rules, including known words. An empty suffix matches every word.
  public func adding(plural suffix: String, _ replacement: String) -> Inflector {
    changed { $0.plurals.add(suffix: suffix, replacement) }
  }

  /// Returns an inflector with another rule for singulars: words that end in `suffix` end in `replacement` instead.
  ///
  /// ```swift
  /// Inflector.english.adding(singular: "eaux", "eau").singularize("gateaux")   // => "gateau"
  /// ```
  public func adding(singular suffix: String, _ replacement: String) -> Inflector {
    changed { $0.singulars.add(suffix: suffix, replacement) }
  }

  /// Returns an inflector that also knows the spelling of an acronym.
  ///
  /// ```swift
  /// let ours = Inflector.english.adding(acronym: "GraphQL")
  /// ours.camelize("graphql_query")     // => "GraphQLQuery"
  /// ours.underscore("GraphQLQuery")    // => "graphql_query"
  /// ours.humanize("graphql_query")     // => "GraphQL query"
  /// ```
  public func adding(acronym: String) -> Inflector { changed { $0.acronyms.add(acronym) } }

  private func changed(_ change: (inout Inflector) -> Void) -> Inflector {
    var copy = self
    change(&copy)
    return copy
  }

  /// Adds a pair in place. It also makes the plural its own plural, and the singular its own singular.
  mutating func add(_ singular: String, _ plural: String) {
    plurals.add(word: plural, plural)
    plurals.add(word: singular, plural)
    singulars.add(word: singular, singular)
    singulars.add(word: plural, singular)
  }
}
