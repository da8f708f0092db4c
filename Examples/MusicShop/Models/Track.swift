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

  /// The columns. A hash index answers "which tracks of this album?"; an ordered one, "which are the longest?".
  public static let schema = Schema<Track> {
    Column(\.id, name: "TrackId")
    Column(\.name, name: "Name", .ordered)
    Column(\.albumID, name: "AlbumId", .indexed)
    Column(\.mediaTypeID, name: "MediaTypeId", .indexed)
    Column(\.genreID, name: "GenreId", .indexed)
    Column(\.composer, name: "Composer")
    Column(\.milliseconds, name: "Milliseconds", .ordered)
    Column(\.bytes, name: "Bytes")
    Column(\.unitPrice, name: "UnitPrice")
  }

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

extension Track {
  /// The album, if the store has one of the number.
  public var album: Album? { Album.find(albumID) }

  /// The genre, if the store has one of the number.
  public var genre: Genre? { Genre.find(genreID) }
}
