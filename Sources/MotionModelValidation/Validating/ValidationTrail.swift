import MotionModel

/// The records that a task is validating, from a record to its associated ones, so that validation does not loop.
enum ValidationTrail {
  private struct Place: Hashable {
    let model: ObjectIdentifier
    let id: AttributeValue

    /// Nil for a record that is not saved yet, because no other record can lead to it.
    init?<Record: Model>(_ record: Record) {
      guard record.id.isAssigned else { return nil }
      (model, id) = (ObjectIdentifier(Record.self), record.id.attribute)
    }
  }

  @TaskLocal private static var places: Set<Place> = []

  /// Runs `body` with a record added to the trail.
  static func within<Record: Model, Result>(_ record: Record, _ body: () throws -> Result) rethrows -> Result {
    guard let place = Place(record) else { return try body() }
    return try $places.withValue(places.union([place])) { try body() }
  }

  /// Runs `body` unless a record is on the trail; returns nil if it is.
  static func entering<Record: Model, Result>(_ record: Record, _ body: () throws -> Result) rethrows -> Result? {
    if let place = Place(record), places.contains(place) { return nil }
    return try body()
  }
}
