import Foundation
import MotionModel
import MotionModelSQL

/// What the shop sells.
extension KeptShop {
  struct Genre: Model {
    typealias Adapter = AnyAdapter

    var id = 0
    var name = ""

    static let schema = Schema<Genre> {
      Column(\.id, name: "GenreId")
      Column(\.name, name: "Name", .unique)
    }

    struct Relations: Sendable {
      let tracks = HasMany<Track>(\.genreID, dependent: .restrict)
    }
    static let relations = Relations()
  }

  struct MediaType: Model {
    typealias Adapter = AnyAdapter

    var id = 0
    var name = ""

    static let schema = Schema<MediaType> {
      Column(\.id, name: "MediaTypeId")
      Column(\.name, name: "Name", .unique)
    }

    struct Relations: Sendable {
      let tracks = HasMany<Track>(\.mediaTypeID, dependent: .restrict)
    }
    static let relations = Relations()
  }

  struct Artist: Model {
    typealias Adapter = AnyAdapter

    var id = 0
    var name = ""

    static let schema = Schema<Artist> {
      Column(\.id, name: "ArtistId")
      Column(\.name, name: "Name", .unique)
    }

    struct Relations: Sendable {
      let albums = HasMany<Album>(\.artistID, dependent: .destroy)
      let tracks = HasMany<Track>(through: \.albums, \.tracks)
      let genres = HasMany<Genre>(through: \.tracks, \.genre)
      let sales = HasMany<InvoiceLine>(through: \.tracks, \.sales)
    }
    static let relations = Relations()
  }

  struct Album: Model {
    typealias Adapter = AnyAdapter

    var id = 0
    var title = ""
    var artistID = 0

    static let schema = Schema<Album> {
      Column(\.id, name: "AlbumId")
      Column(\.title, name: "Title")
      Column(\.artistID, name: "ArtistId")
    }

    struct Relations: Sendable {
      let artist = BelongsTo<Artist>(\.artistID)
      let tracks = HasMany<Track>(\.albumID, dependent: .destroy)
    }
    static let relations = Relations()
  }

  struct Track: Model {
    typealias Adapter = AnyAdapter

    var id = 0
    var name = ""
    var albumID = 0
    var mediaTypeID = 0
    var genreID = 0
    var composer: String?
    var milliseconds = 0
    var bytes = 0
    var unitPrice: Decimal = 0

    static let schema = Schema<Track> {
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

    struct Relations: Sendable {
      let album = BelongsTo<Album>(\.albumID)
      let genre = BelongsTo<Genre>(\.genreID)
      let mediaType = BelongsTo<MediaType>(\.mediaTypeID)
      let sales = HasMany<InvoiceLine>(\.trackID, dependent: .restrict)
      let entries = HasMany<PlaylistTrack>(\.trackID, dependent: .destroy)
      let playlists = HasMany<Playlist>(through: \.entries, \.playlist)
    }
    static let relations = Relations()
  }
}
