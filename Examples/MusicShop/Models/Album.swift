public import MotionModel

/// A collection of tracks by one artist.
public struct Album: Model, Hashable {
  /// The album's number.
  public var id = 0
  /// What it is called. Any number of albums may be called "Greatest Hits".
  public var title = ""
  /// The number of its artist.
  public var artistID = 0

  /// The columns. That of the artist's number has an index without asking for it, because a relation leads along it.
  public static let schema = Schema<Album> {
    Column(\.id, name: "AlbumId")
    Column(\.title, name: "Title")
    Column(\.artistID, name: "ArtistId")
  }

  /// Who made an album, and what is on it.
  public struct Relations: Sendable {
    /// The artist.
    public let artist = BelongsTo<Artist>(\.artistID)
    /// The album's tracks.
    public let tracks = HasMany<Track>(\.albumID, dependent: .destroy)
  }
  /// The relations.
  public static let relations = Relations()

  /// Makes an album without a title.
  public init() {}
}
