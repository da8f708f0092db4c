import MotionModel

/// The titles of the parents to whom the rows of a page refer.
struct ParentTitles {
  /// By models, and by ids as addresses have them.
  private var titles: [String: [String: String]] = [:]

  /// Reads the titles: all those of a model at once. There are none of a model whose adapter fails.
  init(of rows: [InspectedRow], _ places: [Int], in table: any InspectedTable) {
    let columns = table.columns
    var ids: [String: Set<String>] = [:]
    for place in places where !columns[place].targets.isEmpty {
      for row in rows {
        guard let target = columns[place].target(in: row), let id = row.values[place] else { continue }
        ids[target, default: []].insert(id.plainString)
      }
    }
    for (model, ids) in ids { titles[model] = try? table.parentTable(model)?.titles(of: ids) }
  }

  func title(of id: AttributeValue, _ model: String) -> String? { titles[model]?[id.plainString] }
}

extension InspectedTable {
  /// The models to which columns refer, a line each: what the page shows changes with their records, too.
  var parentNames: String { Set(columns.flatMap(\.targets)).sorted().joined(separator: "\n") }
}
