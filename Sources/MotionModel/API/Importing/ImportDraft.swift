/// A row that was read: the record that it describes, before its parents and the stored record are looked up.
struct ImportDraft<Record: Model> {
  /// The number of the row.
  let row: Int
  var record: Record
  /// The numbers of the columns for which the row has values, of its own or by its parents.
  var assigned: [Int] = []
  /// The value of each parent's column, in the order of the mapping's rules.
  var parents: [ParentValue] = []
}

/// The value of a row's column that leads to a parent.
enum ParentValue {
  /// The row does not have the column.
  case absent
  /// The row says that there is no parent.
  case blank
  case value(AnyHashable)
}

/// The error of a transform, with the row's column.
struct TransformRefusal: Error {
  let column: String
  let error: any Error
}

extension CheckedMapping {
  /// Returns whether a row is imported: it has a value, and meets the conditions of the mapping.
  func includes(_ row: [String: AttributeValue]) -> Bool {
    row.values.contains { !$0.isBlank } && conditions.allSatisfy { $0(row) }
  }

  /// Reads a row.
  ///
  /// - Parameters:
  ///   - number: The number of the row.
  ///   - record: A new record.
  ///   - searches: What finds the parents, in the order of ``parents``.
  func draft(
    _ row: [String: AttributeValue], number: Int, _ record: Record, _ searches: [any ParentSearch<Record>]
  ) throws -> ImportDraft<Record> {
    var draft = ImportDraft(row: number, record: record)
    for column in columns {
      guard let value = row[column.rule.name] else { continue }
      try column.assign(value, to: &draft.record)
      draft.assigned.append(column.number)
    }
    for (parent, search) in zip(parents, searches) { try readParent(parent, search, of: row, into: &draft) }
    if !ignoresOthers { try readOthers(of: row, into: &draft) }
    return draft
  }

  private func readParent(
    _ parent: Parent, _ search: any ParentSearch<Record>, of row: [String: AttributeValue],
    into draft: inout ImportDraft<Record>
  ) throws {
    guard let value = row[parent.rule.name] else { return draft.parents.append(.absent) }
    if value.isBlank {
      draft.parents.append(.blank)
    } else {
      if draft.hasParent(sharing: parent, in: parents) {
        throw ImportError.severalParents(model: Record.schema.modelName, relation: search.relation)
      }
      draft.parents.append(.value(try search.value(value)))
    }
    draft.assigned += parent.numbers
  }

  private func readOthers(of row: [String: AttributeValue], into draft: inout ImportDraft<Record>) throws {
    if names.count(where: { row[$0] != nil }) == row.count { return }
    let others = row.filter { !names.contains($0.key) }
    try draft.record.set(others)
    let numbers = others.keys.compactMap { Record.schema.index(of: $0) }.sorted()
    if let number = numbers.first(where: draft.assigned.contains) {
      throw ImportError.givenTwice(model: Record.schema.modelName, column: Record.schema.columns[number].name)
    }
    draft.assigned += numbers
  }
}

extension CheckedMapping.Column {
  /// Assigns a row's value.
  fileprivate func assign(_ value: AttributeValue, to record: inout Record) throws {
    let column = Record.schema.columns[number]
    guard let transform = rule.assign else { return try column.set(value, in: &record) }
    do { try transform(value, &record) } catch let reason as CastError {
      throw column.refusal(reason)
    } catch {
      throw TransformRefusal(column: rule.name, error: error)
    }
  }
}

extension ImportDraft {
  /// Returns whether the row has a parent by an earlier rule for the same key.
  fileprivate func hasParent(
    sharing parent: CheckedMapping<Record>.Parent, in all: [CheckedMapping<Record>.Parent]
  ) -> Bool {
    zip(all, parents).contains { other, value in
      if case .value = value { other.numbers == parent.numbers } else { false }
    }
  }

  /// Returns a stored record with the values of the row.
  func updating(_ stored: Record) throws -> Record {
    var updated = stored
    Record.schema.copy(assigned, from: record, to: &updated)
    try updated.checkID(replacing: stored.id)
    return updated
  }
}
