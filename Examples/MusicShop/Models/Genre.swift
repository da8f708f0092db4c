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

  /// What is of a genre. A genre that has tracks cannot be destroyed.
  public struct Relations: Sendable {
    /// The genre's tracks.
    public let tracks = HasMany<Track>(\.genreID, dependent: .restrict)
  }
  /// The relations.
  public static let relations = Relations()

  /// Makes a genre without a name.
  public init() {}
}
