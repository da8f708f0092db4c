public import MotionModel

/// A model whose records a server keeps too.
///
/// ```swift
/// struct Train: Model, RemoteModel {
///   var id = 0
///   var company = ""
///   var maxSpeed: Double?
/// }
/// ```
///
/// That is enough for a server that follows Rails' conventions: trains are at `trains`, one of them at `trains/1`, and
/// its members are `id`, `company` and `max_speed`. A ``Remote`` says what differs from the conventions.
public protocol RemoteModel: Model {
  /// How the server's resource differs from the conventions; declare it as a `static let`.
  static var remote: Remote<Self> { get }
}

extension RemoteModel {
  /// A resource that follows the conventions, the default.
  public static var remote: Remote<Self> { [] }
}
