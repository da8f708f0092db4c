/// What an inspector shows and allows.
public struct InspectorOptions: Sendable {
  /// The name in headings.
  public var title: String
  /// Whether pages may change the store. An inspector only reads, unless this is true.
  public var allowsEditing: Bool
  /// The port at the loopback address; 0 for any that is free.
  public var port: Int

  /// Creates options.
  public init(title: String = "Store", allowsEditing: Bool = false, port: Int = 0) {
    (self.title, self.allowsEditing, self.port) = (title, allowsEditing, port)
  }
}
