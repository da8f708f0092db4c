/// A record of a live list with another position among the records that stayed.
public struct LiveMove<Place: Sendable & Hashable>: Sendable, Hashable {
  /// The place before.
  public let old: Place
  /// The place after.
  public let new: Place
}

/// A record of a live list whose columns changed. It may have moved, too.
public struct LiveUpdate<Place: Sendable & Hashable>: Sendable, Hashable {
  /// The place before.
  public let old: Place
  /// The place after.
  public let new: Place
  /// The names of the columns that changed, in the order of the schema.
  public let columns: [String]
}
