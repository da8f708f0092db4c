/// Sorts entries of an ordered index, by values and then by position.
///
/// Entries with equal keys are sorted by the next eight bytes of their texts, or by the keys of the next column, and so
/// on. Values themselves are compared only where they have no such keys.
struct EntrySort {
  typealias Entries = UnsafeMutableBufferPointer<OrderedEntry>

  /// What the keys of entries are made of, at present: the bytes of a column behind an offset.
  private struct Level {
    var column = 0
    var offset = 0
    var depth = 0
  }

  private let operations: OrderedOperations
  private let storage: RowStorage
  /// Memory for as many entries as are sorted.
  private let spare: Entries

  /// Sorts entries that have the keys of their rows.
  static func sort(
    _ entries: inout ContiguousArray<OrderedEntry>, _ operations: OrderedOperations, in storage: RowStorage
  ) {
    let isAscending = entries.indices.dropFirst().allSatisfy { entries[$0 - 1].position < entries[$0].position }
    if !isAscending { entries.sort { $0.position < $1.position } }
    withSpare(for: &entries) { entries, spare in
      EntrySort(operations: operations, storage: storage, spare: spare).sort(entries, Level())
    }
  }

  /// Sorts entries by nothing but their keys, and leaves those with equal keys in their order.
  static func sortByKey(_ entries: inout ContiguousArray<OrderedEntry>) { withSpare(for: &entries, sortByKey) }

  /// Calls `body` with entries, and with memory for as many.
  private static func withSpare(
    for entries: inout ContiguousArray<OrderedEntry>, _ body: (_ entries: Entries, _ spare: Entries) -> Void
  ) {
    withUnsafeTemporaryAllocation(of: OrderedEntry.self, capacity: entries.count) { spare in
      entries.withUnsafeMutableBufferPointer { body($0, spare) }
    }
  }

  /// Sorts entries that are in the order of their positions, and equal before a level, by their keys of this level.
  private func sort(_ entries: Entries, _ level: Level) {
    Self.sortByKey(entries, spare)
    var start = 0
    while start < entries.count {
      let (key, end) = (entries[start].key, entries.endOfRun(from: start))
      if end - start > 1 {
        let equal = Entries(rebasing: entries[start..<end])
        sortFurther(equal, key, level)
        if level.depth == 0 { for index in equal.indices { equal[index] = equal[index].with(key: key) } }
      }
      start = end
    }
  }

  /// Sorts entries that are equal up to a level, by what follows.
  private func sortFurther(_ entries: Entries, _ key: UInt64, _ level: Level) {
    let column = operations.columns[level.column]
    if column.isSortKeyExact && key != SortKey.missing { return sortByNextColumn(entries, level) }
    guard level.depth < 64, let word = column.textWord else { return sortByComparing(entries) }
    // No text has this key.
    if key == SortKey.missing && level.offset == 0 { return sortByNextColumn(entries, level) }
    var next = level
    next.depth += 1
    while true {
      next.offset += 8
      var (differences, longest, shortest): (UInt64, Int, Int) = (0, .min, .max)
      for index in entries.indices {
        guard let (key, rest) = word(storage[entries[index].position], next.offset) else {
          return sortByComparing(entries)
        }
        entries[index] = entries[index].with(key: key)
        differences |= key ^ entries[0].key
        (longest, shortest) = (max(longest, rest), min(shortest, rest))
      }
      if longest <= 0 {
        // Texts that have ended with the same bytes, but not at the same place, end with zeros.
        return longest == shortest ? sortByNextColumn(entries, level) : sortByComparing(entries)
      }
      if differences != 0 { return sort(entries, next) }
    }
  }

  private func sortByNextColumn(_ entries: Entries, _ level: Level) {
    let next = Level(column: level.column + 1, depth: level.depth + 1)
    if next.column == operations.columns.count { return }
    let column = operations.columns[next.column]
    for index in entries.indices {
      entries[index] = entries[index].with(key: column.sortKey(storage[entries[index].position]))
    }
    sort(entries, next)
  }

  private func sortByComparing(_ entries: Entries) {
    var entries = entries
    entries.sort { first, second in
      let order = operations.orderOfEqualKeys(storage[first.position], storage[second.position])
      return order == 0 ? first.position < second.position : order < 0
    }
  }

  // MARK: - By key

  /// Sorts entries by their keys, and leaves those with equal keys in their order: byte by byte, from the last one that
  /// differs to the first.
  private static func sortByKey(_ entries: Entries, _ spare: Entries) {
    var (source, target) = (entries, Entries(rebasing: spare[..<entries.count]))
    if entries.count < 128 {
      return source.sort { $0.key == $1.key ? $0.position < $1.position : $0.key < $1.key }
    }
    let differences = entries.reduce(0) { $0 | ($1.key ^ entries[0].key) }
    for shift in stride(from: UInt64(0), to: 64, by: 8) where differences &>> shift & 0xFF != 0 {
      distribute(source, to: target, by: shift)
      swap(&source, &target)
    }
    if source.baseAddress != entries.baseAddress { _ = entries.update(from: source) }
  }

  /// Copies entries to other memory in the order of one byte of their keys.
  private static func distribute(_ source: Entries, to target: Entries, by shift: UInt64) {
    withUnsafeTemporaryAllocation(of: Int.self, capacity: 256) { ends in
      ends.initialize(repeating: 0)
      for entry in source { ends[entry.byte(at: shift)] &+= 1 }
      var start = 0
      for byte in ends.indices { (start, ends[byte]) = (start &+ ends[byte], start) }
      for entry in source {
        let byte = entry.byte(at: shift)
        target[ends[byte]] = entry
        ends[byte] &+= 1
      }
    }
  }
}

extension RandomAccessCollection where Element == OrderedEntry, Index == Int {
  /// Returns the end of the entries from a place on that have one key, in sorted entries.
  @inline(__always) func endOfRun(from start: Int) -> Int {
    var end = start + 1
    while end < endIndex && self[end].key == self[start].key { end += 1 }
    return end
  }
}

extension OrderedEntry {
  fileprivate func with(key: UInt64) -> OrderedEntry { OrderedEntry(key: key, position: position) }

  @inline(__always) fileprivate func byte(at shift: UInt64) -> Int {
    Int(truncatingIfNeeded: key &>> shift & 0xFF)
  }
}
