extension Finder: Hashable {
  /// Returns whether two finders are the same query in the same store, so that they always find the same records.
  ///
  /// A finder with a closure, a regular expression or a computed value is equal only to itself and its copies, because
  /// closures cannot be compared. A `#Predicate` whose parts are all read, and a `SortDescriptor`, equal others with
  /// the same meaning.
  public static func == (a: Finder, b: Finder) -> Bool {
    a.store === b.store && a.query == b.query && (a.ownership == nil) == (b.ownership == nil)
  }

  /// Hashes the store and the main parts of the query.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(store))
    hasher.combine(query)
  }
}
