public import Foundation
public import MotionModel

/// A piece of music, or an episode, that the shop sells.
public struct Track: Model, Hashable {
  /// The track's id.
  public var id = 0
  /// The name. Several tracks may have the same name.
  public var name = ""
  /// The id of the album.
  public var albumID = 0
  /// The id of the media type.
  public var mediaTypeID = 0
  /// The id of the genre.
  public var genreID = 0
  /// The composer. Nil means that the composer is unknown, and an empty string that the field was left empty.
  public var composer: String?
  /// The duration in milliseconds.
  public var milliseconds = 0
  /// The size of the file.
  public var bytes = 0
  /// The price. It is decimal, because binary fractions cannot represent 0.99.
  public var unitPrice: Decimal = 0

  /// The columns. An ordered index finds the longest tracks, and the index of a relation finds the tracks of an
  /// album.
  public static let schema = Schema<Track> {
    Column(\.id, name: "TrackId")
    Column(\.name, name: "Name", .ordered)
    Column(\.albumID, name: "AlbumId")
    Column(\.mediaTypeID, name: "MediaTypeId")
    Column(\.genreID, name: "GenreId")
    Column(\.composer, name: "Composer")
    Column(\.milliseconds, name: "Milliseconds", .ordered)
    Column(\.bytes, name: "Bytes")
    Column(\.unitPrice, name: "UnitPrice")
  }

  /// The relations. A track that was sold cannot be destroyed.
  public struct Relations: ModelRelations {
    /// The album that the track is on.
    public let album = BelongsTo<Album>(\.albumID)
    /// The track's genre.
    public let genre = BelongsTo<Genre>(\.genreID)
    /// The format in which the track is sold.
    public let mediaType = BelongsTo<MediaType>(\.mediaTypeID)
    /// The lines of invoices with the track.
    public let sales = HasMany<InvoiceLine>(\.trackID, dependent: .restrict)
    /// The track's entries in playlists.
    public let entries = HasMany<PlaylistTrack>(\.trackID, dependent: .destroy)
    /// The playlists with the track.
    public let playlists = HasMany<Playlist>(through: \.entries, \.playlist)

    /// Creates the relations.
    public init() {}
  }

  /// Creates a track without a name.
  public init() {}
}

// MARK: - Scopes

// A scope is a finder with a name. It is computed at each use and runs no query before its records are needed, so
// it can be refined: `Track.long.where(\.genreID).eq(1).order(by: \.name)`.

extension Track {
  /// The tracks that last longer than an hour.
  public static var long: Finder<Track> { longer(than: .seconds(3600)) }

  /// The tracks with a composer: neither nil nor an empty string.
  public static var withComposer: Finder<Track> { Track.where(\.composer).notIn([nil, ""]) }

  /// Returns the tracks that last longer than a duration.
  public static func longer(than duration: Duration) -> Finder<Track> {
    Track.where(\.milliseconds > Int(duration / .milliseconds(1)))
  }
}
