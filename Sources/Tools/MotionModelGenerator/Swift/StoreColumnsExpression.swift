/// The declarations of what a store sets by itself, as text: `Timestamps(\.createdAt, name: "created_at",
/// \.updatedAt)`.
struct StoreColumnsExpression {
  /// The names of the library's types, with their module where an entity is called so.
  let timestampsName: String
  let versionName: String
  /// The columns by what they are for.
  var columns: [Attribute.StoreColumn: ColumnExpression] = [:]

  /// The timestamps, the version, and the indexes, which are not options there.
  var texts: [String] {
    let (created, updated) = (columns[.created]?.path, columns[.updated]?.path)
    let timestamps: String? =
      switch (created, updated) {
      case (let created?, let updated?): "\(timestampsName)(\(created), \(updated))"
      case (let created?, nil): "\(timestampsName)(created: \(created))"
      case (nil, let updated?): "\(timestampsName)(updated: \(updated))"
      case (nil, nil): nil
      }
    let indexes = [Attribute.StoreColumn.created, .updated, .version].compactMap { columns[$0] }.flatMap(\.indexes)
    return [timestamps, columns[.version].map { "\(versionName)(\($0.path))" }].compactMap(\.self) + indexes
  }
}

extension ColumnExpression {
  /// The options of the column as declarations of their own.
  fileprivate var indexes: [String] {
    let property = "\\." + SwiftName.source(property)
    return options.compactMap { option in
      switch option {
      case ".ordered": "Index(orderedBy: \(property))"
      case ".unique": "Index(\(property), unique: true)"
      case ".indexed": "Index(\(property))"
      default: nil
      }
    }
  }
}
