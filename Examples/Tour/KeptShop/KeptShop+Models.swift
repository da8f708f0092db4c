import Foundation
import MotionModel
import MotionModelSQL

/// The models, with the columns and relations that the chapter asks for.
extension KeptShop {
  struct Genre: Model {
    typealias Adapter = AnyAdapter

    var id = 0
    var name = ""

    static let schema = Schema<Genre> {
      Column(\.id, name: "GenreId")
      Column(\.name, name: "Name", .unique)
    }

    struct Relations: ModelRelations { let tracks = HasMany<Track>(\.genreID, dependent: .restrict) }
  }

  struct Artist: Model {
    typealias Adapter = AnyAdapter

    var id = 0
    var name = ""

    static let schema = Schema<Artist> {
      Column(\.id, name: "ArtistId")
      Column(\.name, name: "Name", .unique)
    }

    struct Relations: ModelRelations {
      let albums = HasMany<Album>(\.artistID, dependent: .destroy)
      let tracks = HasMany<Track>(through: \.albums, \.tracks)
    }
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

    struct Relations: ModelRelations {
      let artist = BelongsTo<Artist>(\.artistID)
      let tracks = HasMany<Track>(\.albumID, dependent: .destroy)
    }
  }

  struct Track: Model {
    typealias Adapter = AnyAdapter

    var id = 0
    var name = ""
    var albumID = 0
    var mediaTypeID = 0
    var genreID = 0
    var milliseconds = 0
    var bytes = 0
    var unitPrice: Decimal = 0

    static let schema = Schema<Track> {
      Column(\.id, name: "TrackId")
      Column(\.name, name: "Name", .ordered)
      Column(\.albumID, name: "AlbumId")
      Column(\.mediaTypeID, name: "MediaTypeId")
      Column(\.genreID, name: "GenreId")
      Column(\.milliseconds, name: "Milliseconds", .ordered)
      Column(\.bytes, name: "Bytes")
      Column(\.unitPrice, name: "UnitPrice")
    }

    struct Relations: ModelRelations {
      let album = BelongsTo<Album>(\.albumID)
      let genre = BelongsTo<Genre>(\.genreID)
      let sales = HasMany<InvoiceLine>(\.trackID, dependent: .restrict)
      let entries = HasMany<PlaylistTrack>(\.trackID, dependent: .destroy)
    }
  }

  struct Customer: Model {
    typealias Adapter = AnyAdapter

    var id = 0
    var lastName = ""

    static let schema = Schema<Customer> {
      Column(\.id, name: "CustomerId")
      Column(\.lastName, name: "LastName")
    }

    struct Relations: ModelRelations { let invoices = HasMany<Invoice>(\.customerID, dependent: .destroy) }
  }

  struct Invoice: Model {
    typealias Adapter = AnyAdapter

    var id = 0
    var customerID = 0
    var total: Decimal = 0

    static let schema = Schema<Invoice> {
      Column(\.id, name: "InvoiceId")
      Column(\.customerID, name: "CustomerId")
      Column(\.total, name: "Total", .ordered)
    }

    struct Relations: ModelRelations { let customer = BelongsTo<Customer>(\.customerID) }
  }

  struct InvoiceLine: Model {
    typealias Adapter = AnyAdapter

    var id = 0
    var trackID = 0

    static let schema = Schema<InvoiceLine> {
      Column(\.id, name: "InvoiceLineId")
      Column(\.trackID, name: "TrackId")
    }

    struct Relations: ModelRelations { let track = BelongsTo<Track>(\.trackID) }
  }

  struct Playlist: Model {
    typealias Adapter = AnyAdapter

    var id = 0
    var name = ""

    static let schema = Schema<Playlist> {
      Column(\.id, name: "PlaylistId")
      Column(\.name, name: "Name", .indexed)
    }

    struct Relations: ModelRelations { let entries = HasMany<PlaylistTrack>(\.playlistID, dependent: .destroy) }
  }

  struct PlaylistTrack: Model {
    typealias Adapter = AnyAdapter

    var id = 0
    var playlistID = 0
    var trackID = 0

    static let schema = Schema<PlaylistTrack> {
      Column(\.playlistID, name: "PlaylistId")
      Column(\.trackID, name: "TrackId")
    }

    struct Relations: ModelRelations {
      let playlist = BelongsTo<Playlist>(\.playlistID)
      let track = BelongsTo<Track>(\.trackID)
    }
  }
}
