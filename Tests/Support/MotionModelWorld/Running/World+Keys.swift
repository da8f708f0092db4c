import MotionModel

extension World {
  /// Inserts records of which some may be stored already, by their ids or by another column.
  func insertByKey<Record: WorldModel>(
    _ model: Record.Type, _ drafts: [Draft], _ conflict: Conflict, byID: Bool
  ) throws {
    let key = byID ? nil : Record.naturalKey
    if key == nil && !byID { return }
    let records = drafts.map { record(model, $0) }
    let policy = conflict == .merge ? ".merge(\\.\(Record.fields[0].name))" : ".\(conflict)"
    try both(
      """
      \(Record.name).insert(contentsOf: [\(records.map(\.swift).joined(separator: ", "))], \
      onConflict: \(policy)\(key.map { ", on: \($0.swift)" } ?? ""))
      """
    ) {
      let policy = Self.policy(model, conflict)
      let report = try key?.insert(records, policy) ?? Record.insert(contentsOf: records, onConflict: policy)
      return report.outcomes
    } naive: { naive throws(Refusal) in
      try naive.insert(records, conflict, by: key)
    }
  }

  private static func policy<Record: WorldModel>(_ model: Record.Type, _ conflict: Conflict) -> InsertPolicy<Record> {
    switch conflict {
    case .fail: .fail
    case .ignore: .ignore
    case .replace: .replace
    case .merge: Record.fields[0].merging()
    }
  }
}
