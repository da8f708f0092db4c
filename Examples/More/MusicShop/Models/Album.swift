public import MotionModel

/// A collection of tracks by one artist.
public struct Album: Model, Hashable {
  /// The album's id.
  public var id = 0
  /// The title. Several albums may have the same title, such as "Greatest Hits".
  public var title = ""
  /// The id of the artist.
  public var artistID = 0

  /// The columns. The column of the artist's id is indexed without an option, because a relation uses it.
  public static let schema = Schema<Album> {
    Column(\.id, name: "AlbumId")
    Column(\.title, name: "Title")
    Column(\.artistID, name: "ArtistId")
  }

  /// The relations of an album.
  public struct Relations: ModelRelations {
    /// The artist.
    public let artist = BelongsTo<Artist>(\.artistID)
    /// The album's tracks.
    public let tracks = HasMany<Track>(\.albumID, dependent: .destroy)

    /// Creates the relations.
    public init() {}
  }

  /// Creates an album without a title.
  public init() {}
}
