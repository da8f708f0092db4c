import MotionModel

/// The resources of a client's models. Each is made once, because deriving its names takes as long as storing a small
/// response.
struct Resources: Sendable {
  private let format: RESTFormat
  private let made = Locked<[ObjectIdentifier: any Sendable]>([:])

  init(_ format: RESTFormat) { self.format = format }

  /// Returns the resource of a model, which may have no declaration.
  func of<Record: Model>(_ model: Record.Type) -> Resource<Record> {
    if let known = made.withLock({ $0[ObjectIdentifier(model)] }) as? Resource<Record> { return known }
    let resource = Resource.of(model, in: format)
    made.withLock { $0[ObjectIdentifier(model)] = resource }
    return resource
  }
}
