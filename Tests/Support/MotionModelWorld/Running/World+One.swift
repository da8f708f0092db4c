import MotionModel

extension World {
  /// Asks a finder for its only record, whether there are more, and for the values of its first one.
  func askOne<Record: WorldModel>(_ found: ScopedRecords<Record>) throws {
    print("_ = try? \(found.swift).sole()")
    let (finder, records) = (found.finder, found.records)
    try expect("only record", try Self.sole(finder), Self.sole(of: records), found)
    try expect("several", finder.first(2).count > 1, records.count > 1, found)
    for field in Record.fields where !field.picks(finder, records.first) {
      throw Difference(
        "\(Record.name) pick", "not of \(records.first?.text ?? "nil"): \(found.swift).pick(\\.\(field.name))")
    }
  }

  private static func sole<Record: WorldModel>(_ finder: Finder<Record>) throws -> Result<Record.ID, StoreError> {
    do { return .success(try finder.sole().id) } catch let error as StoreError { return .failure(error) }
  }

  private static func sole<Record: WorldModel>(of records: [Record]) -> Result<Record.ID, StoreError> {
    guard let first = records.first else { return .failure(.noMatch(model: Record.name)) }
    return records.count == 1 ? .success(first.id) : .failure(.severalMatch(model: Record.name))
  }
}
