/// What an inspector shows and allows.
public struct InspectorOptions: Sendable {
  /// The name in headings.
  public var title: String
  /// Whether pages may change the store. An inspector only reads, unless this is true.
  public var allowsEditing: Bool
  /// The port at the loopback address; 0 for any that is free.
  public var port: Int

  /// Finders that take longer are listed, and all finders are watched for advice on indexes; nil if finders are not
  /// watched.
  ///
  /// It calls `Store.watchFinders(slowerThan:_:)` when the inspector starts, in the place of a watch that the program
  /// has begun, and stops watching with the inspector.
  public var slowFinders: Duration?

  /// Creates options.
  public init(
    title: String = "Store", allowsEditing: Bool = false, port: Int = 0, slowFinders: Duration? = nil
  ) {
    (self.title, self.allowsEditing, self.port, self.slowFinders) = (title, allowsEditing, port, slowFinders)
  }
}
