/// How much the body of a request may have of each thing.
///
/// ```swift
/// var limits = BodyLimits()
/// limits.files = 1
/// limits.fileBytes = 5 << 20
/// let reader = try BodyReader(contentType: type, limits: limits)
/// ```
///
/// The defaults are Rack's where it has a limit, except for ``bytes``: Rack takes 10 GiB, and a file ends in a column
/// in memory here. The longest body that is within the limits needs about ``textBytes`` of memory, and what its files
/// need where they go.
///
/// ## Topics
/// ### The whole body
/// - ``bytes``
/// - ``textBytes``
/// - ``parameters``
/// ### A parameter
/// - ``nameBytes``
/// - ``depth``
/// - ``fieldBytes``
/// ### Multipart
/// - ``parts``
/// - ``files``
/// - ``fileBytes``
/// - ``headerBytes``
/// - ``preambleBytes``
public struct BodyLimits: Sendable, Hashable {
  /// Bytes of the body: 64 MiB. It holds whether the request says its length or not.
  public var bytes = 64 << 20
  /// Bytes of names and texts together, which are kept in memory: 4 MiB. Files do not count.
  public var textBytes = 4 << 20
  /// Parameters: 4,096.
  public var parameters = 4096
  /// Bytes of a parameter's name: 1,024. A parameter with a longer name is not a field; the rest are read.
  public var nameBytes = 1024
  /// Keys of a nested name, `a[b][c]` having 3: 32. A parameter whose name has more is not a field; the rest are read.
  public var depth = 32
  /// Bytes of the text of one field: 1 MiB.
  public var fieldBytes = 1 << 20
  /// Parts of a multipart body: 4,096.
  public var parts = 4096
  /// Files of a multipart body: 128.
  public var files = 128
  /// Bytes of one file: 16 MiB.
  public var fileBytes = 16 << 20
  /// Bytes of the headers of one part: 64 KiB.
  public var headerBytes = 64 << 10
  /// Bytes before the first part of a multipart body: 16 KiB.
  public var preambleBytes = 16 << 10

  /// Creates the default limits.
  public init() {}

  /// One of the limits, by the name of its property.
  public enum Measure: String, Sendable, Hashable, CaseIterable {
    /// ``BodyLimits/bytes``.
    case bytes
    /// ``BodyLimits/textBytes``.
    case textBytes
    /// ``BodyLimits/parameters``.
    case parameters
    /// ``BodyLimits/nameBytes``.
    case nameBytes
    /// ``BodyLimits/depth``.
    case depth
    /// ``BodyLimits/fieldBytes``.
    case fieldBytes
    /// ``BodyLimits/parts``.
    case parts
    /// ``BodyLimits/files``.
    case files
    /// ``BodyLimits/fileBytes``.
    case fileBytes
    /// ``BodyLimits/headerBytes``.
    case headerBytes
    /// ``BodyLimits/preambleBytes``.
    case preambleBytes

    /// The limit, and what it is of.
    var stated: (limit: WritableKeyPath<BodyLimits, Int>, words: String) {
      switch self {
      case .bytes: (\.bytes, "bytes")
      case .textBytes: (\.textBytes, "bytes of names and texts")
      case .parameters: (\.parameters, "parameters")
      case .nameBytes: (\.nameBytes, "bytes of a name")
      case .depth: (\.depth, "nested keys")
      case .fieldBytes: (\.fieldBytes, "bytes of a field")
      case .parts: (\.parts, "parts")
      case .files: (\.files, "files")
      case .fileBytes: (\.fileBytes, "bytes of a file")
      case .headerBytes: (\.headerBytes, "bytes of a part's headers")
      case .preambleBytes: (\.preambleBytes, "bytes before the first part")
      }
    }
  }

  /// The limit of something.
  public subscript(measure: Measure) -> Int {
    get { self[keyPath: measure.stated.limit] }
    set { self[keyPath: measure.stated.limit] = newValue }
  }

  /// The limits, between nothing and more than any body has, so that one byte more is still a number.
  var clamped: BodyLimits {
    var limits = self
    for measure in Measure.allCases { limits[measure] = min(max(0, self[measure]), .max / 2) }
    return limits
  }
}
