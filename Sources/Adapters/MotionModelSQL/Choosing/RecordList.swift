import MotionModel
import MotionModelValues

/// Keeps the records of models in arrays, in the order of insertion.
final class RecordList: StorageAdapter {
  typealias Failure = Never

  private let places = Locked<[ObjectIdentifier: RecordPlaces]>([:])

  /// The records of one model.
  private struct RecordPlaces: @unchecked Sendable {
    // NB: Ids are `Sendable`, which `AnyHashable` does not say.
    var numbers: [AnyHashable: Int] = [:]
    var records: [Int: any Model] = [:]
    var nextNumber = 0
  }

  func read<Record: Model>(_ query: RecordQuery<Record>) -> [Record] {
    let records = places.withLock { $0[ObjectIdentifier(Record.self)]?.records ?? [:] }
    return query.records(from: records.sorted { $0.key < $1.key }.compactMap { $0.value as? Record })
  }

  func commit(_ changeset: Changeset) throws {
    places.withLock { places in
      for model in changeset.models { Self.apply(changeset, of: model, to: &places) }
    }
  }

  private static func apply<Record: Model>(
    _ changeset: Changeset, of model: Record.Type, to all: inout [ObjectIdentifier: RecordPlaces]
  ) {
    let key = ObjectIdentifier(model)
    var places = all.removeValue(forKey: key) ?? RecordPlaces()
    for change in changeset.changes(of: model) {
      let number = places.numbers[change.id]
      guard let new = change.new else {
        places.numbers[change.id] = nil
        if let number { places.records[number] = nil }
        continue
      }
      places.records[number ?? places.nextNumber] = new
      if number == nil {
        places.numbers[change.id] = places.nextNumber
        places.nextNumber += 1
      }
    }
    all[key] = places
  }
}
