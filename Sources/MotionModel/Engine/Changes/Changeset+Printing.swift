extension Changeset {
  /// The changes, with a line for each record and one for each column that differs:
  ///
  /// ```
  /// Todo: 1 inserted, 1 updated
  ///   + 2  name: Feed the cat, priority: 1
  ///   ~ 1
  ///       priority: 0 → 3
  /// ```
  ///
  /// It shows the values of columns, which no error does. The format is not promised.
  ///
  /// - Complexity: O(*k*) in the number of changes.
  public var details: String {
    let texts = parts.filter { $0.count > 0 }.map(\.details)
    return texts.isEmpty ? "no changes" : texts.joined(separator: "\n")
  }
}

extension ChangesetPart {
  fileprivate var details: String {
    ([description] + entries.flatMap(lines)).joined(separator: "\n")
  }

  private func lines(_ entry: Entry) -> [String] {
    let id = layout.id.text(address(entry.row))
    switch entry.kind {
    case .insert: return ["  + \(id)  \(values(entry))"]
    case .delete: return ["  - \(id)  \(values(entry))"]
    case .update:
      guard let old = entry.old.map(address), let new = entry.new.map(address) else { return [] }
      let changed = layout.columns.filter { !$0.operations.isSame(old, new) }
      return ["  ~ \(id)"]
        + changed.map {
          "      \($0.name): \($0.operations.attribute(old)) → \($0.operations.attribute(new))"
        }
    }
  }

  private func values(_ entry: Entry) -> String {
    let row = address(entry.row)
    let columns = layout.columns.indices.filter { $0 != layout.idColumn && !layout.columns[$0].operations.isNil(row) }
    return columns.map { "\(layout.columns[$0].name): \(layout.columns[$0].operations.attribute(row))" }
      .joined(separator: ", ")
  }
}
