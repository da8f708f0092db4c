public import MotionModel

/// A genre of music: the smallest example of a model.
public struct Genre: Model, Hashable {
  /// The genre's id.
  public var id = 0
  /// The name; no two genres share a name.
  public var name = ""

  /// The columns. Column names are those of the file; properties have the names that read best in Swift.
  public static let schema = Schema<Genre> {
    Column(\.id, name: "GenreId")
    Column(\.name, name: "Name", .unique)
  }

  /// The relations. A genre that has tracks cannot be destroyed.
  public struct Relations: ModelRelations {
    /// The genre's tracks.
    public let tracks = HasMany<Track>(\.genreID, dependent: .restrict)

    /// Creates the relations.
    public init() {}
  }

  /// Creates a genre without a name.
  public init() {}
}
