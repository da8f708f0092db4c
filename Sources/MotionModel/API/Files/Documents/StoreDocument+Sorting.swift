public import Foundation

extension StoreDocument {
  /// Returns the content in an order that depends on nothing but the records: models and columns by name, with the
  /// column of the ids first, and records by id.
  ///
  /// ```swift
  /// let document = try StoreDocument(contentsOf: shop).sorted()
  /// try document.write(to: text, as: .json)
  /// ```
  ///
  /// Ids that are whole numbers are ordered by size, others by their text.
  ///
  /// - Complexity: O(*n* log *n*) in time, and O(*n*) in memory.
  public func sorted() -> StoreDocument {
    var sorted = self
    sorted.models.sort { $0.name < $1.name }
    for index in sorted.models.indices { sorted.models[index].sort() }
    return sorted
  }
}

extension Store {
  /// Returns the records of all models as text for version control: JSON with one record on each line, in the order of
  /// ``StoreDocument/sorted()``.
  ///
  /// The same records give the same text, in whatever order they were written, and a change of a record is a change of
  /// one line.
  ///
  /// Beside the records of a model, the text has the number from which its next id is created. So two stores with equal
  /// records have different texts if one of them has given further ids, to records that were deleted. The number is
  /// kept so that a store which reads the text gives none of these ids again: a link to a deleted record never leads to
  /// another one.
  ///
  /// ``load(from:as:models:migrations:unknownColumns:policy:coding:)-(URL?,_,_,_,_,_,_)`` reads it as any JSON; the
  /// records are then in the order of their ids.
  ///
  /// - Throws: ``FileError``, as ``save(to:as:coding:)`` does.
  /// - Complexity: O(*n* log *n*) in time, and several times the text in memory. Writers do not wait.
  public func sortedString() throws -> String { String(decoding: try sortedDocument().data(as: .json), as: UTF8.self) }

  /// Writes the records of all models to a file as ``sortedString()`` has them.
  ///
  /// ```swift
  /// try store.saveSorted(to: URL(filePath: "fixtures/shop.json"))
  /// ```
  ///
  /// The file is written as a whole or not at all. It is not remembered for calls of ``save(to:as:coding:)`` that name
  /// none.
  ///
  /// - Parameter url: The file.
  /// - Throws: ``FileError``, as ``save(to:as:coding:)`` does.
  /// - Complexity: O(*n* log *n*) in time, several times the text in memory, and two flushes of the disk.
  public func saveSorted(to url: URL) throws {
    try checkIsRead(FileLocation(url: url, format: .json))
    try sortedDocument().write(to: url, as: .json)
  }

  private func sortedDocument() throws -> StoreDocument {
    var document = try StoreDocument(data(as: .json), as: .json).sorted()
    // A model without records, and without used ids, is not named in the text.
    document.models.removeAll { $0.rows.isEmpty && $0.nextNumber == 1 }
    return document
  }
}
