/// What an inspector shows and allows.
public struct InspectorOptions: Sendable {
  /// The name in headings.
  public var title: String
  /// Whether pages may change the store. An inspector only reads, unless this is true.
  public var allowsEditing: Bool
  /// The port at the loopback address; 0 for any that is free.
  public var port: Int

  /// Finders that take longer are listed, and all finders are logged for advice on indexes, as long as the inspector
  /// serves; nil if finders are not logged.
  public var slowFinders: Duration?

  /// Creates options.
  public init(
    title: String = "Store", allowsEditing: Bool = false, port: Int = 0, slowFinders: Duration? = nil
  ) {
    (self.title, self.allowsEditing, self.port, self.slowFinders) = (title, allowsEditing, port, slowFinders)
  }
}
