public import MotionModel

/// Tracks in the order in which somebody likes to hear them.
public struct Playlist: Model, Hashable {
  /// The playlist's number.
  public var id = 0
  /// What it is called. Several playlists may be called the same.
  public var name = ""

  /// The columns.
  public static let schema = Schema<Playlist> {
    Column(\.id, name: "PlaylistId")
    Column(\.name, name: "Name", .indexed)
  }

  /// What is in a playlist.
  public struct Relations: Sendable {
    /// The entries, which go with the playlist.
    public let entries = HasMany<PlaylistTrack>(\.playlistID, dependent: .destroy)
    /// The tracks, by way of the entries.
    public let tracks = HasMany<Track>(through: \.entries, \.track)
  }
  /// The relations.
  public static let relations = Relations()

  /// Makes a playlist without a name.
  public init() {}
}

/// One track's place in one playlist: what stands between two models of which each has many of the other.
///
/// The file gives these rows no number. A record has to have one, so the store hands them out: 1, 2, 3, …
public struct PlaylistTrack: Model, Hashable {
  /// The number that the store gives.
  public var id = 0
  /// The number of the playlist.
  public var playlistID = 0
  /// The number of the track.
  public var trackID = 0

  /// The columns. The id is one without being declared.
  public static let schema = Schema<PlaylistTrack> {
    Column(\.playlistID, name: "PlaylistId")
    Column(\.trackID, name: "TrackId")
  }

  /// The two that an entry joins.
  public struct Relations: Sendable {
    /// The playlist.
    public let playlist = BelongsTo<Playlist>(\.playlistID)
    /// The track.
    public let track = BelongsTo<Track>(\.trackID)
  }
  /// The relations.
  public static let relations = Relations()

  /// Makes an entry of no playlist.
  public init() {}
}
