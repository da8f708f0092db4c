public import MotionModel

/// A collection of tracks by one artist.
public struct Album: Model, Hashable {
  /// The album's number.
  public var id = 0
  /// What it is called. Any number of albums may be called "Greatest Hits".
  public var title = ""
  /// The number of its artist.
  public var artistID = 0

  /// The columns. Albums are looked up by their artist, so that column has an index.
  public static let schema = Schema<Album> {
    Column(\.id, name: "AlbumId")
    Column(\.title, name: "Title")
    Column(\.artistID, name: "ArtistId", .indexed)
  }

  /// Makes an album without a title.
  public init() {}
}

extension Album {
  /// The artist, if the store has one of the number.
  public var artist: Artist? { Artist.find(artistID) }

  /// The album's tracks.
  public var tracks: Finder<Track> { Track.where(\.albumID).eq(id) }
}
