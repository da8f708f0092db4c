public import MotionModel

/// The form in which a track is sold.
public struct MediaType: Model, Hashable {
  /// The media type's number.
  public var id = 0
  /// What it is called; no two media types share a name.
  public var name = ""

  /// The columns.
  public static let schema = Schema<MediaType> {
    Column(\.id, name: "MediaTypeId")
    Column(\.name, name: "Name", .unique)
  }

  /// What is sold in this form. A media type that has tracks cannot be destroyed.
  public struct Relations: Sendable {
    /// The tracks of the media type.
    public let tracks = HasMany<Track>(\.mediaTypeID, dependent: .restrict)
  }
  /// The relations.
  public static let relations = Relations()

  /// Makes a media type without a name.
  public init() {}
}
