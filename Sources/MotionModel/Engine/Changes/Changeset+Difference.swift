extension Changeset {
  /// Returns the changes that turn the first tables into the second; see ``difference(from:to:)``.
  ///
  /// - Parameter isExact: Whether records get the positions that they have in the second tables, and not only
  ///   the same order.
  static func difference(from first: Tables, to second: Tables, isExact: Bool = false) -> Changeset {
    var layouts: [TableLayout] = []
    for table in second.all + first.all where !layouts.contains(where: { $0.slot == table.layout.slot }) {
      layouts.append(table.layout)
    }
    // By name, because the order in which a program first uses its models may differ from run to run.
    layouts.sort { $0.name < $1.name }
    return Changeset(
      layouts.map { layout in
        let (table, other) = (first.version(layout), second.version(layout))
        let part = table.difference(to: other)
        return isExact || !table.hasOrder(of: other, but: part) ? part : part.withoutPlaces
      })
  }
}

extension TableVersion {
  /// Returns the changes that turn this version into another one.
  fileprivate func difference(to other: TableVersion) -> ChangesetPart {
    var part = ChangesetPart(layout)
    if self === other { return part }
    rows.forEachDifferentPosition(from: other.rows) { position, row, otherRow in
      // Nearly all rows of a copied chunk are the same to the last byte, and comparing bytes is fast.
      if let row, let otherRow, layout.columnBytes.areSame(row, otherRow) { return }
      if let row, let otherRow, layout.id.isEqual(row, otherRow) {
        if !layout.isSame(row, otherRow) { part.append(old: row, new: otherRow, position: position) }
        return
      }
      // NB: A record that has another position in `other` was moved. Its change is added when the loop
      // reaches that position.
      if let row, other.position(of: row) == nil { part.append(old: row, new: nil, position: position) }
      if let otherRow {
        let origin = self.position(of: otherRow)
        part.append(old: origin.map { rows[$0] }, new: otherRow, position: position, origin: origin)
      }
    }
    if other.nextNumber > nextNumber { part.nextNumber = other.nextNumber }
    return part
  }
}

extension TableVersion {
  /// Whether a difference to another version moves records but keeps their order, and inserts records only at the end.
  ///
  /// - Complexity: O(*n*) in the number of positions from the first moved record to the last; less where
  ///   the order differs.
  fileprivate func hasOrder(of other: TableVersion, but difference: ChangesetPart) -> Bool {
    let moved = difference.entries.flatMap { $0.origin == nil ? [] : [$0.origin, $0.position] }.compactMap { $0 }
    guard let first = moved.min(), let last = moved.max() else { return false }
    let insertions = difference.entries.count { $0.kind == .insert }
    var (end, behind) = (other.nextPosition, 0)
    while behind < insertions, let position = other.position(before: end),
      self.position(of: other.rows[position]) == nil
    {
      (end, behind) = (position, behind + 1)
    }
    if behind < insertions { return false }
    var (own, theirs) = (first, first)
    while true {
      let (row, otherRow) = (next(from: &own, to: last, in: other), other.next(from: &theirs, to: last, in: self))
      guard let row, let otherRow else { return row == nil && otherRow == nil }
      if !layout.id.isEqual(row, otherRow) { return false }
    }
  }

  /// Returns the next row, from a position on, whose record another version has too.
  private func next(from position: inout Int, to last: Int, in other: TableVersion) -> Row? {
    while position <= last {
      defer { position += 1 }
      if rows.contains(position), other.position(of: rows[position]) != nil {
        return rows[position]
      }
    }
    return nil
  }

  /// Returns the position of the last row before a position.
  private func position(before end: Int) -> Int? {
    var position = end - 1
    while position >= 0 && !rows.contains(position) { position -= 1 }
    return position < 0 ? nil : position
  }
}

extension ChangesetPart {
  /// This part without moves: existing records keep their positions, and new ones are inserted at the end.
  fileprivate var withoutPlaces: ChangesetPart {
    mapEntries { copy, entry in
      let (old, new) = (entry.old.map(address), entry.new.map(address))
      if entry.origin != nil, let old, let new, layout.isSame(old, new) { return }
      copy.append(old: old, new: new, position: entry.kind == .insert ? nil : entry.origin ?? entry.position)
    }
  }
}

extension RowStorage {
  /// Calls `body` with the rows at each position that has a row in at least one storage, if the two do
  /// not share its chunk.
  fileprivate func forEachDifferentPosition(from other: RowStorage, _ body: (Int, Row?, Row?) -> Void) {
    for page in 0..<max(chunks.pages.count, other.chunks.pages.count) where !chunks.sharesPage(page, with: other.chunks)
    {
      for number in page * PagedArray<RowChunk?>.pageCount..<(page + 1) * PagedArray<RowChunk?>.pageCount {
        let (chunk, otherChunk) = (chunks.chunk(number), other.chunks.chunk(number))
        if chunk === otherChunk { continue }
        let first = RowPosition.first(inChunk: number)
        let live = (chunk?.live ?? .none) | (otherChunk?.live ?? .none)
        live.forEach { index in
          body(first + index, chunk?.row(index, memory), otherChunk?.row(index, memory))
        }
      }
    }
  }
}

extension RowChunk {
  fileprivate func row(_ index: Int, _ memory: RowMemory) -> Row? {
    live.contains(index) ? Row(base + live.slot(of: index) &* memory.stride) : nil
  }
}

extension PagedArray where Element == RowChunk? {
  fileprivate func chunk(_ number: Int) -> RowChunk? { number < count ? self[number] : nil }

  /// Whether this array and another share the memory of a page.
  fileprivate func sharesPage(_ page: Int, with other: Self) -> Bool {
    page < pages.count && page < other.pages.count && pages[page].isSame(as: other.pages[page])
  }
}
