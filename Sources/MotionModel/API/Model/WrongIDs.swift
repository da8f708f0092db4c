// None of these is available: they are what the compiler finds for an id of a wrong type.

extension Model {
  /// Not available: the compiler chooses it for an id of another type, so that its message names the mistake.
  @available(*, unavailable, message: "the id needs the type of the model's ids; an optional has to be unwrapped")
  public static func find<Other: ModelID>(_ id: Other) -> Self? { fatalError("An id has a wrong type.") }
}

extension FinderChain {
  /// Not available: the compiler chooses it for an id of another type, so that its message names the mistake.
  @available(*, unavailable, message: "the id needs the type of the model's ids; an optional has to be unwrapped")
  public func find<Other: ModelID>(_ id: Other) -> Record? { fatalError("An id has a wrong type.") }
}
