public import MotionModel

/// An artist: a person, a band or an orchestra.
public struct Artist: Model, Hashable {
  /// The artist's id.
  public var id = 0
  /// The name; no two artists share a name.
  public var name = ""

  /// The columns.
  public static let schema = Schema<Artist> {
    Column(\.id, name: "ArtistId")
    Column(\.name, name: "Name", .unique)
  }

  /// The relations. Records that belong to an artist are destroyed with the artist, but an artist whose tracks were
  /// sold is not.
  public struct Relations: ModelRelations {
    /// The artist's albums.
    public let albums = HasMany<Album>(\.artistID, dependent: .destroy)
    /// The tracks of all the artist's albums.
    public let tracks = HasMany<Track>(through: \.albums, \.tracks)
    /// The genres of these tracks, each once.
    public let genres = HasMany<Genre>(through: \.tracks, \.genre)
    /// The lines of invoices with a track of the artist.
    public let sales = HasMany<InvoiceLine>(through: \.tracks, \.sales)

    /// Creates the relations.
    public init() {}
  }

  /// Creates an artist without a name.
  public init() {}
}
