public import MotionModel

/// The format in which a track is sold.
public struct MediaType: Model, Hashable {
  /// The media type's id.
  public var id = 0
  /// The name; no two media types share a name.
  public var name = ""

  /// The columns.
  public static let schema = Schema<MediaType> {
    Column(\.id, name: "MediaTypeId")
    Column(\.name, name: "Name", .unique)
  }

  /// The relations. A media type that has tracks cannot be destroyed.
  public struct Relations: ModelRelations {
    /// The tracks of the media type.
    public let tracks = HasMany<Track>(\.mediaTypeID, dependent: .restrict)

    /// Creates the relations.
    public init() {}
  }

  /// Creates a media type without a name.
  public init() {}
}
