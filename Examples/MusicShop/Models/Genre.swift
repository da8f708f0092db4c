public import MotionModel

/// A kind of music: a model at its smallest.
public struct Genre: Model, Hashable {
  /// The genre's number.
  public var id = 0
  /// What it is called; no two genres share a name.
  public var name = ""

  /// The columns. Their names are those of the file; the properties have the names that read best in Swift.
  public static let schema = Schema<Genre> {
    Column(\.id, name: "GenreId")
    Column(\.name, name: "Name", .unique)
  }

  /// Makes a genre without a name.
  public init() {}
}

extension Genre {
  /// The genre's tracks.
  ///
  /// This is what a relation is when it is written by hand: a finder with one condition, on a column that is indexed.
  public var tracks: Finder<Track> { Track.where(\.genreID).eq(id) }
}
