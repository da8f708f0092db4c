public import MotionModel

/// Somebody who makes music: a person, a band, an orchestra.
public struct Artist: Model, Hashable {
  /// The artist's number.
  public var id = 0
  /// What they are called; no two artists share a name.
  public var name = ""

  /// The columns.
  public static let schema = Schema<Artist> {
    Column(\.id, name: "ArtistId")
    Column(\.name, name: "Name", .unique)
  }

  /// What belongs to an artist, and goes with them; but nothing that was sold.
  public struct Relations: Sendable {
    /// The artist's albums.
    public let albums = HasMany<Album>(\.artistID, dependent: .destroy)
    /// The tracks of all the artist's albums.
    public let tracks = HasMany<Track>(through: \.albums, \.tracks)
    /// The kinds of music that they are of, each once.
    public let genres = HasMany<Genre>(through: \.tracks, \.genre)
    /// The lines of invoices in which a track of the artist was sold.
    public let sales = HasMany<InvoiceLine>(through: \.tracks, \.sales)
  }
  /// The relations.
  public static let relations = Relations()

  /// Makes an artist without a name.
  public init() {}
}
