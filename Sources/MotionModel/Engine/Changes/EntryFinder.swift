/// Finds the entries of a part by the ids of their records.
struct EntryFinder {
  private let part: ChangesetPart
  private let entries: [ChangesetPart.Entry]
  private let row: (ChangesetPart.Entry) -> Int?
  private var indexes = HashTable()

  /// - Parameter row: Returns the row by whose id an entry is found; nil when the entry is not to be found.
  init(_ part: ChangesetPart, by row: @escaping (ChangesetPart.Entry) -> Int? = { $0.row }) {
    (self.part, self.row, entries) = (part, row, part.entries)
    for (index, entry) in entries.enumerated() {
      if let row = row(entry) { indexes.insert(index, hash: part.layout.id.hash(part.address(row))) }
    }
  }

  /// Returns the entry of the record that has the same id as a row.
  func entry(of id: Row) -> ChangesetPart.Entry? {
    let ids = part.layout.id
    let index = indexes.first(hash: ids.hash(id)) { index in
      row(entries[index]).map { ids.isEqual(part.address($0), id) } ?? false
    }
    return index.map { entries[$0] }
  }
}
