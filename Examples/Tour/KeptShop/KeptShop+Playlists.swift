import MotionModel
import MotionModelSQL

/// Playlists, which have tracks in order.
extension KeptShop {
  struct Playlist: Model {
    typealias Adapter = AnyAdapter

    var id = 0
    var name = ""

    static let schema = Schema<Playlist> {
      Column(\.id, name: "PlaylistId")
      Column(\.name, name: "Name", .indexed)
    }

    struct Relations: Sendable {
      let entries = HasMany<PlaylistTrack>(\.playlistID, dependent: .destroy)
      let tracks = HasMany<Track>(through: \.entries, \.track)
    }
    static let relations = Relations()
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

    struct Relations: Sendable {
      let playlist = BelongsTo<Playlist>(\.playlistID)
      let track = BelongsTo<Track>(\.trackID)
    }
    static let relations = Relations()
  }
}
