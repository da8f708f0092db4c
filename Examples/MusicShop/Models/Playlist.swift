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

  /// Makes a playlist without a name.
  public init() {}
}

extension Playlist {
  /// The entries of the playlist.
  public var entries: Finder<PlaylistTrack> { PlaylistTrack.where(\.playlistID).eq(id) }

  /// The tracks of the playlist, by way of its entries.
  public var tracks: Finder<Track> { Track.where(\.id).in(entries.pluck(\.trackID)) }
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
    Column(\.playlistID, name: "PlaylistId", .indexed)
    Column(\.trackID, name: "TrackId", .indexed)
  }

  /// Makes an entry of no playlist.
  public init() {}
}
