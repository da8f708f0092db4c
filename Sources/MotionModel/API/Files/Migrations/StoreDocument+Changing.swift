extension StoreDocument {
  /// Gives a model another name.
  ///
  /// - Throws: ``MigrationError`` if there is no such model, or one that has the name.
  public mutating func rename(_ model: String, to newName: String) throws(MigrationError) {
    guard let index = models.firstIndex(where: { $0.name == model }) else { throw Self.missing(model) }
    if model != newName && self[newName] != nil { throw MigrationError("there are records of \(newName) already") }
    models[index].name = newName
  }

  /// Moves some records of a model to another one, which is added if there is none.
  ///
  /// ```swift
  /// try file.move("Person", to: "Company") { person in person["kind"] == "company" }
  /// ```
  ///
  /// The records keep their ids and their columns. Both models go on with numbers for ids that neither has used.
  ///
  /// - Parameters:
  ///   - model: The name of the model that has the records.
  ///   - target: The name of the model that gets them, behind its own.
  ///   - isMoved: Returns whether a record is moved; by default, all are, and the model is removed.
  /// - Throws: ``MigrationError`` if there is no such model, with the record for which `isMoved` throws, or with the
  ///   first one whose id a record of the target has.
  public mutating func move(
    _ model: String, to target: String, where isMoved: ((StoreDocument.Row) throws -> Bool)? = nil
  ) throws(MigrationError) {
    guard var source = self[model] else { throw Self.missing(model) }
    var other = self[target] ?? StoreDocument.Table(target, version: source.version, columns: source.columns)
    let (idColumn, otherIDColumn) = (source.idColumn(), other.idColumn())
    var ids = Set(other.rows.lazy.compactMap { $0[otherIDColumn] })
    var kept: [StoreDocument.Row] = []
    for (index, row) in source.rows.enumerated() {
      do {
        guard try isMoved?(row) ?? true else {
          kept.append(row)
          continue
        }
      } catch { throw MigrationError(error, model: model, row: index + 1) }
      if let id = row[idColumn], !ids.insert(id).inserted {
        throw MigrationError("a record of \(target) has the same id", model: model, row: index + 1)
      }
      other.rows.append(row.withoutPlace)
    }
    let next = max(source.nextNumber, other.nextNumber)
    (source.nextNumber, other.nextNumber) = (next, next)
    source.rows.replaceSubrange(source.rows.indices, with: kept)
    self[model] = isMoved == nil ? nil : source
    self[target] = other
  }

  private static func missing(_ model: String) -> MigrationError { MigrationError("there are no records of \(model)") }

  /// Takes the content of a model out, so that it can be changed without a copy. It has to be set again.
  mutating func take(_ model: String) -> StoreDocument.Table? {
    guard let index = models.firstIndex(where: { $0.name == model }) else { return nil }
    var taken = StoreDocument.Table(model)
    swap(&taken, &models[index])
    return taken
  }
}

extension StoreDocument.Row {
  fileprivate var withoutPlace: StoreDocument.Row {
    var row = self
    row.place = nil
    return row
  }
}
