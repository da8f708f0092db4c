public import MotionModel

/// Tracks in the order in which they are played.
public struct Playlist: Model, Hashable {
  /// The playlist's id.
  public var id = 0
  /// The name. Several playlists may have the same name.
  public var name = ""

  /// The columns.
  public static let schema = Schema<Playlist> {
    Column(\.id, name: "PlaylistId")
    Column(\.name, name: "Name", .indexed)
  }

  /// The relations of a playlist.
  public struct Relations: ModelRelations {
    /// The entries, which are destroyed with the playlist.
    public let entries = HasMany<PlaylistTrack>(\.playlistID, dependent: .destroy)
    /// The tracks, through the entries.
    public let tracks = HasMany<Track>(through: \.entries, \.track)

    /// Creates the relations.
    public init() {}
  }

  /// Creates a playlist without a name.
  public init() {}
}

/// An entry of a track in a playlist: the join model of a many-to-many relation.
///
/// The file gives these rows no ids. A record must have one, so the store gives them: 1, 2, 3, …
public struct PlaylistTrack: Model, Hashable {
  /// The id that the store gives.
  public var id = 0
  /// The id of the playlist.
  public var playlistID = 0
  /// The id of the track.
  public var trackID = 0

  /// The columns. The id is a column without being declared.
  public static let schema = Schema<PlaylistTrack> {
    Column(\.playlistID, name: "PlaylistId")
    Column(\.trackID, name: "TrackId")
  }

  /// The relations of an entry.
  public struct Relations: ModelRelations {
    /// The playlist.
    public let playlist = BelongsTo<Playlist>(\.playlistID)
    /// The track.
    public let track = BelongsTo<Track>(\.trackID)

    /// Creates the relations.
    public init() {}
  }

  /// Creates an entry without a playlist.
  public init() {}
}
