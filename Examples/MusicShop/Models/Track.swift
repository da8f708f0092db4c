public import Foundation
public import MotionModel

/// A piece of music, or an episode, that the shop sells.
public struct Track: Model, Hashable {
  /// The track's number.
  public var id = 0
  /// What it is called. Many tracks are called the same.
  public var name = ""
  /// The number of its album.
  public var albumID = 0
  /// The number of its media type.
  public var mediaTypeID = 0
  /// The number of its genre.
  public var genreID = 0
  /// Who wrote it. Nil says that nobody knows; an empty text, that somebody left the field empty.
  public var composer: String?
  /// How long it lasts.
  public var milliseconds = 0
  /// How large its file is.
  public var bytes = 0
  /// What it costs. Money is decimal: binary fractions cannot hold 0.99.
  public var unitPrice: Decimal = 0

  /// The columns. An ordered index answers "which are the longest?"; which tracks an album has is answered by an index
  /// that the relation brings along.
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

  /// Where a track belongs, and where it is found. A track that was sold cannot be destroyed.
  public struct Relations: Sendable {
    /// The album that the track is on.
    public let album = BelongsTo<Album>(\.albumID)
    /// Its kind of music.
    public let genre = BelongsTo<Genre>(\.genreID)
    /// The form in which it is sold.
    public let mediaType = BelongsTo<MediaType>(\.mediaTypeID)
    /// The lines of invoices in which it was sold.
    public let sales = HasMany<InvoiceLine>(\.trackID, dependent: .restrict)
    /// Its entries in playlists.
    public let entries = HasMany<PlaylistTrack>(\.trackID, dependent: .destroy)
    /// The playlists that it is in.
    public let playlists = HasMany<Playlist>(through: \.entries, \.playlist)
  }
  /// The relations.
  public static let relations = Relations()

  /// Makes a track without a name.
  public init() {}
}

// MARK: - Scopes

// A scope is a finder with a name. It is computed anew at each use and looks at nothing until it is asked, so it can be
// refined: `Track.long.where(\.genreID).eq(1).order(by: \.name)`.

extension Track {
  /// The tracks that last longer than an hour.
  public static var long: Finder<Track> { longer(than: .seconds(3600)) }

  /// The tracks whose composer is given: neither nil nor an empty text.
  public static var withComposer: Finder<Track> { Track.where(\.composer).notIn([nil, ""]) }

  /// The tracks that last longer than a time.
  public static func longer(than duration: Duration) -> Finder<Track> {
    Track.where(\.milliseconds > Int(duration / .milliseconds(1)))
  }
}
