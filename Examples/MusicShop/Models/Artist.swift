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

  /// Makes an artist without a name.
  public init() {}
}

extension Artist {
  /// The artist's albums.
  public var albums: Finder<Album> { Album.where(\.artistID).eq(id) }
}
